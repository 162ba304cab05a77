func home(_ flags: FlagClient) -> View {
    flags[.newNav] ? View.new(limit: flags.int("upload-limit", default: 100)) : .old
}
