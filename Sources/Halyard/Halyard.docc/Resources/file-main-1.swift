import Halyard

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}
