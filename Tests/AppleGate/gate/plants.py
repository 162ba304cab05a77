PLANTS = []
def find(*_): return True
