func shop(_ flags: FlagClient) -> Shop {
    flags[.newCheckout] ? Shop.new(results: flags.int("search-limit", default: 20)) : .old
}
