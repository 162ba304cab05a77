# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The protocol of `Sources/Halyard/Client/Cells`, step by step; its rows are named in the comments of that code.

Every flag's value is the number of the state that it was published with. What a lock protects is one value, `Ledger`.
"""

from collections import namedtuple

from machine import ACQUIRE, BOTH, RELAXED, RELEASE, Failure, Machine

# The orderings that the code asks for, by row.
ORDERS = {
    "name added": RELEASE,
    "name found": ACQUIRE,
    "block added": RELEASE,
    "block found": ACQUIRE,
    "cell opened": RELEASE,
    "cell shut": RELEASE,
    "word read": ACQUIRE,
    "thread ends": RELEASE,
    "end is noted": ACQUIRE,
    "ends are counted, by the thread": RELEASE,
    "ends are counted, by others": ACQUIRE,
    "life is given back": BOTH,
}

# Rows that ask for no order: one thread writes them, or a lock orders those who do.
UNORDERED = {"read counts", "counts are taken", "tally found"}

# Steps whose loss must show, besides the orderings.
STEPS = {
    "no cell is opened while flags are replaced",
    "a cell is opened only for what is current",
    "cells are shut before the new is published",
    "counts are taken before a thread begins another version",
    "versions are kept while a thread counts them",
    "versions are compared",
    "a count has room",
    "counts are taken since the last time",
    "only a thread that has ended loses its tally",
    "an ended thread's counts are taken before they are freed",
    "a thread that ends reads the long way",
    "entries grow under the lock",
}

SHUT = 0
Word = namedtuple("Word", "version value")
Count = namedtuple("Count", "version count")
# versions: for each cell (version, value, reads, is counted); known: (thread, has a tally, next cell);
# made, told: reads by cell and value.
Ledger = namedtuple("Ledger", "names versions last replacements known ends made told taken forgotten")
EMPTY = Count(0, 0)


class Scene:
    """A few threads and cells.

    - cells: for each cell, whether its name is in the second block, and its entry in the second segment.
    - names: which cells have a name at the start.
    - begun: whether all threads but the last have tallies at the start.
    - full: how many reads a count holds.
    - steps: how many cells a hold of the lock works on.
    """

    def __init__(self, name, programs, cells=(False,), names=True, tallies=4, full=3, begun=True, lost=None):
        self.name, self.cells, self.full, self.lost = name, cells, full, lost
        self.orders = dict(ORDERS)
        if lost in ORDERS:
            self.orders[lost] = RELAXED
        count = len(programs)
        atomics = {"blocks": 0, "ends": 0, "told": 0}
        plains = {"published": 1, "block": 0}
        for cell, _ in enumerate(cells):
            atomics[f"name {cell}"] = 1 if names else 0
            atomics[f"word {cell}"] = SHUT
            plains[f"name {cell}"] = cell
            for thread in range(count):
                atomics[f"count {thread} {cell}"] = EMPTY
                plains[f"value {thread} {cell}"] = None
        if names and any(cells):
            atomics["blocks"] = 1
        for tally in range(tallies):
            atomics[f"owner {tally}"] = 0
        for thread in range(count):
            atomics[f"ended {thread}"] = False
            atomics[f"references {thread}"] = 0
            plains[f"life {thread}"] = True
            plains[f"entries {thread}"] = True
            plains[f"segment {thread}"] = False
        self.tallies = tallies
        kept = [(thread + 3, thread) if begun else (0, None) for thread in range(count - 1)] + [(0, None)]
        known = tuple((thread, thread, 0) for thread in range(count - 1)) if begun else ()
        for thread, tally, _ in known:
            atomics[f"owner {tally}"] = thread + 3
            atomics[f"references {thread}"] = 2
        steps = {step[0] for program in programs for step in program}
        constants = set() if "end" in steps else {"ends"}
        if names:
            constants |= {"blocks", *(f"name {cell}" for cell, _ in enumerate(cells))}
        ledger = Ledger(
            names=(names,) * len(cells), versions=((),) * len(cells), last=0, replacements=0, known=known, ends=0,
            made=(), told=(), taken=(), forgotten=())
        programs = [[(getattr(self, step[0]), step[1:]) for step in program] for program in programs]
        self.machine = Machine(atomics, plains, ["cells", "reader"], programs, ledger, kept, constants, self.finish)

    def keeps(self, step):
        assert step in STEPS, step
        return self.lost != step

    # Reading; what a thread keeps between procedures is its number, its tally, and whether it is ending.

    def read(self, me, kept, cell, text=False):
        number, tally = kept or (0, None)
        place = yield from self.find(cell)
        if place:
            word = yield "load", f"word {cell}", self.orders["word read"]
            if tally is not None:
                owner = yield "peek", f"owner {tally}", RELAXED
                if owner != number:
                    raise Failure("a thread's tally is another's")
                value = yield from self.count(me, cell, word, text)
                if value is not None:
                    yield from self.saw(cell, value)
                    return None
            if word != SHUT and number >= 0:
                if tally is None:
                    number, tally = yield from self.begin(me)
                if tally is not None:
                    value = yield from self.first(me, cell)
                    if value is not None:
                        yield from self.saw(cell, value)
                        return number, tally
        yield from self.long(me, cell)
        return number, tally

    def find(self, cell):
        """Whether a name has a cell."""
        if self.cells[cell]:
            blocks = yield "load", "blocks", self.orders["block found"]
            if blocks == 0:
                return False
            yield "read", "block"
        name = yield "load", f"name {cell}", self.orders["name found"]
        if name == 0:
            return False
        yield "read", f"name {cell}"
        return True

    def count(self, me, cell, word, text):
        """Counts a read in the thread's own tally."""
        if self.cells[cell]:
            grown = yield "read", f"segment {me}"
            if not grown:
                return None
        yield "read", f"entries {me}"
        count = yield "peek", f"count {me} {cell}", RELAXED
        if word == SHUT or (count.version != word.version and self.keeps("versions are compared")):
            return None
        if count.count >= self.full and self.keeps("a count has room"):
            return None
        value = word.value
        if text:
            value = yield "read", f"value {me} {cell}"
        yield "store", f"count {me} {cell}", Count(count.version, (count.count + 1) % (2 * self.full)), RELAXED
        return value

    def begin(self, me):
        """Gives the thread a number and a tally."""
        number = me + 3
        yield "adjust", f"references {me}", lambda n: n + 2, RELAXED
        yield "lock", "cells"
        yield from self.note_ends()
        for tally in range(self.tallies):
            owner = yield "peek", f"owner {tally}", RELAXED
            if owner == 0:
                yield "store", f"owner {tally}", number, RELAXED
                yield "ledger", lambda l: (l._replace(known=l.known + ((me, tally, 0),)), None)
                yield "unlock", "cells"
                yield from self.take_ended()
                return number, tally
        yield "unlock", "cells"
        yield from self.give_back(me)
        yield from self.take_ended()
        return number, None

    def first(self, me, cell):
        """The first read of a version, counted under the lock."""
        grows = False
        if self.cells[cell]:
            grown = yield "read", f"segment {me}"
            grows = not grown
            if grows and not self.keeps("entries grow under the lock"):
                yield "write", f"segment {me}", True
        yield "lock", "cells"
        if grows and self.keeps("entries grow under the lock"):
            yield "write", f"segment {me}", True
        word = yield "load", f"word {cell}", self.orders["word read"]
        if word == SHUT:
            yield "unlock", "cells"
            return None
        if self.keeps("counts are taken before a thread begins another version"):
            yield from self.take(me, cell)
        yield "write", f"value {me} {cell}", word.value
        yield "store", f"count {me} {cell}", Count(word.version, 1), RELAXED
        yield "ledger", lambda l: (l._replace(taken=changed(l.taken, (me, cell), 0)), None)
        yield "unlock", "cells"
        return word.value

    def long(self, me, cell):
        """A read that takes the long way, and opens the cell."""
        yield "lock", "reader"
        value = yield "read", "published"
        yield "saw", value
        yield "unlock", "reader"
        yield "lock", "cells"
        yield "grab", "reader"
        now = yield "read", "published"
        yield "unlock", "reader"
        ledger = yield from self.ledger()
        if now == value or not self.keeps("a cell is opened only for what is current"):
            if not ledger.names[cell]:
                yield from self.add(cell)
            word = yield "peek", f"word {cell}", RELAXED
            isReplaced = ledger.replacements > 0 and self.keeps("no cell is opened while flags are replaced")
            if word == SHUT and not isReplaced:
                version = ledger.last + 1
                versions = ledger.versions[cell] + ((version, value, 0, False),)
                yield "ledger", lambda l: (l._replace(last=version, versions=at(l.versions, cell, versions)), None)
                yield "store", f"word {cell}", Word(version, value), self.orders["cell opened"]
        yield "unlock", "cells"

    def add(self, cell):
        if self.cells[cell]:
            blocks = yield "peek", "blocks", RELAXED
            if blocks == 0:
                yield "write", "block", 1
                yield "store", "blocks", 1, self.orders["block added"]
        yield "write", f"name {cell}", cell
        yield "store", f"name {cell}", 1, self.orders["name added"]
        yield "ledger", lambda l: (l._replace(names=at(l.names, cell, True)), None)

    def saw(self, cell, value):
        yield "saw", value
        yield "ledger", lambda l: (l._replace(made=more(l.made, (cell, value), 1)), None)

    def ledger(self):
        return (yield "ledger", lambda l: (l, l))

    # Shutting and taking

    def replace(self, me, kept, value):
        """Publishes the next state."""
        yield "lock", "cells"
        yield "ledger", lambda l: (l._replace(replacements=l.replacements + 1), None)
        yield "unlock", "cells"
        if self.keeps("cells are shut before the new is published"):
            yield from self.shut_all()
        yield "lock", "cells"
        yield "grab", "reader"
        yield "write", "published", value
        yield "saw", value
        yield "unlock", "reader"
        yield "ledger", lambda l: (l._replace(replacements=l.replacements - 1), None)
        yield "unlock", "cells"
        if not self.keeps("cells are shut before the new is published"):
            yield from self.shut_all()

    def drain(self, me, kept):
        """Closes a window."""
        yield from self.take_ended()
        yield from self.shut_all()

    def forget(self, me, kept, value):
        """Forgets what was served with a value and is not served any more."""
        for cell, _ in enumerate(self.cells):
            yield "lock", "cells"
            word = yield "peek", f"word {cell}", RELAXED
            present = None if word == SHUT else word.version

            def drop(ledger):
                left = tuple(v for v in ledger.versions[cell] if v[1] != value or v[0] == present)
                return ledger._replace(versions=at(ledger.versions, cell, left), forgotten=ledger.forgotten + (value,)), None

            yield "ledger", drop
            yield "unlock", "cells"

    def shut_all(self):
        ledger = yield from self.ledger()
        for cell, isNamed in enumerate(ledger.names):
            if not isNamed:
                continue
            yield "lock", "cells"
            word = yield "peek", f"word {cell}", RELAXED
            if word != SHUT:
                yield "store", f"word {cell}", SHUT, self.orders["cell shut"]
            yield from self.report(cell)
            yield "unlock", "cells"

    def report(self, cell):
        def start(ledger):
            versions = tuple(v[:3] + (False,) for v in ledger.versions[cell])
            return ledger._replace(versions=at(ledger.versions, cell, versions)), ledger.known

        known = yield "ledger", start
        for thread, _, _ in known:
            yield from self.take(thread, cell)

        def end(ledger):
            told = ledger.told
            for version in ledger.versions[cell]:
                told = more(told, (cell, version[1]), version[2])
            keeps = self.keeps("versions are kept while a thread counts them")
            left = tuple(v[:2] + (0, v[3]) for v in ledger.versions[cell] if v[3] and keeps)
            return ledger._replace(versions=at(ledger.versions, cell, left), told=told), None

        yield "ledger", end

    def take(self, thread, cell):
        """Takes what a thread has added to its count of a cell."""
        yield "read", f"entries {thread}"
        if self.cells[cell]:
            grown = yield "read", f"segment {thread}"
            if not grown:
                return
        count = yield "load", f"count {thread} {cell}", RELAXED

        def note(ledger):
            versions = ledger.versions[cell]
            index = next((i for i, v in enumerate(versions) if v[0] == count.version), None)
            if index is None:
                return ledger, None
            before = dict(ledger.taken).get((thread, cell), 0)
            if count.count < before:
                raise Failure("a count is below what was taken")
            reads = count.count - (before if self.keeps("counts are taken since the last time") else 0)
            version = versions[index]
            version = version[:2] + (version[2] + reads, True)
            return ledger._replace(
                versions=at(ledger.versions, cell, at(versions, index, version)),
                taken=changed(ledger.taken, (thread, cell), count.count)), None

        yield "ledger", note

    # Threads that end

    def end(self, me, kept):
        """The thread ends; another read may still follow, from another destructor."""
        number, tally = kept or (0, None)
        if tally is None:
            return -1, None
        yield "store", f"ended {me}", True, self.orders["thread ends"]
        yield "change", "ends", lambda n: n + 1, self.orders["ends are counted, by the thread"]
        yield from self.give_back(me)
        return (-1, None) if self.keeps("a thread that ends reads the long way") else kept

    def give_back(self, thread):
        before = yield "change", f"references {thread}", lambda n: n - 1, self.orders["life is given back"]
        if before == 1:
            yield "write", f"life {thread}", False

    def note_ends(self):
        """Frees the tallies of threads that have ended; under the lock."""
        ends = yield "load", "ends", self.orders["ends are counted, by others"]
        ledger = yield from self.ledger()
        if ends == ledger.ends:
            return
        yield "ledger", lambda l: (l._replace(ends=ends), None)
        for thread, tally, _ in ledger.known:
            if tally is None:
                continue
            yield "read", f"life {thread}"
            ended = yield "load", f"ended {thread}", self.orders["end is noted"]
            if ended or not self.keeps("only a thread that has ended loses its tally"):
                yield "store", f"owner {tally}", 0, RELAXED
                known = lambda l: tuple((t, None, n) if t == thread else (t, s, n) for t, s, n in l.known)
                yield "ledger", lambda l: (l._replace(known=known(l)), None)

    def take_ended(self):
        """Takes what ended threads have counted, a cell in each hold of the lock, and frees their counts."""
        while True:
            yield "lock", "cells"
            yield from self.note_ends()
            ledger = yield from self.ledger()
            ended = [(t, n) for t, s, n in ledger.known if s is None]
            freed = None
            if ended:
                thread, cell = ended[0]
                if cell < len(self.cells) and self.keeps("an ended thread's counts are taken before they are freed"):
                    yield from self.take(thread, cell)
                    cell += 1
                if cell >= len(self.cells) or not self.keeps("an ended thread's counts are taken before they are freed"):
                    freed = thread
                    known = lambda l: tuple(k for k in l.known if k[0] != thread)
                else:
                    known = lambda l: tuple((t, s, cell) if t == thread else (t, s, n) for t, s, n in l.known)
                yield "ledger", lambda l: (l._replace(known=known(l)), None)
            yield "unlock", "cells"
            if freed is not None:
                yield "write", f"entries {freed}", False
                for cell, _ in enumerate(self.cells):
                    yield "write", f"value {freed} {cell}", None
                yield from self.give_back(freed)
            if len(ended) - (freed is not None) == 0:
                return

    # Other threads

    def join(self, me, kept):
        """Waits until all other threads are done, and sees what they did."""
        yield "join",

    def tell(self, me, kept):
        """Lets another thread go on, which then knows what this one has seen."""
        yield "store", "told", 1, RELEASE

    def hear(self, me, kept):
        yield "await", "told", 1, ACQUIRE

    def finish(self, ledger, last):
        """After the last thread, which has taken all counts."""
        for thread, _, _ in ledger.known:
            if last(f"ended {thread}"):
                raise Failure("the counts of a thread that ended are not given back")
        made, told = dict(ledger.made), {k: n for k, n in ledger.told if n}
        for key in set(made) | set(told):
            isForgotten = key[1] in ledger.forgotten
            if told.get(key, 0) > made.get(key, 0) or (not isForgotten and told.get(key, 0) != made.get(key, 0)):
                raise Failure(f"cell and value {key}: {made.get(key, 0)} reads, {told.get(key, 0)} reported")


def at(values, index, value):
    return values[:index] + (value,) + values[index + 1:]


def changed(pairs, key, value):
    return tuple(sorted({**dict(pairs), key: value}.items()))


def more(pairs, key, count):
    return changed(pairs, key, dict(pairs).get(key, 0) + count) if count else pairs
