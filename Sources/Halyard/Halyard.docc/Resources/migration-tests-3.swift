import Halyard
import HalyardLaunchDarkly
import HalyardTesting
import HalyardUnleash
import Testing

@Suite("Migration to Unleash")
struct MigrationTests {
    @Test("Serves the new checkout from Unleash")
    func servesNewCheckoutFromUnleash() async throws {
        let flags = try FlagClient(
            configuration: .file("halyard.json"),
            providers: [.launchDarkly, .unleash])
        await flags.start(within: .seconds(5))

        let details = flags.details(of: FlagKey("new-checkout", default: false))
        #expect(details.value)
        #expect(details.provider == "unleash")
    }

    @Test("Finds no differences between the vendors")
    func findsNoDifferences() async throws {
        let flags = try FlagClient(
            configuration: .file("halyard.json"),
            providers: [.launchDarkly, .unleash])
        await flags.start(within: .seconds(5))

        let parity = try #require(flags.parity)
        #expect(parity.agreement == 1, "\(parity)")
    }

    @Test("Uses the old provider if Unleash fails")
    func usesOldProviderIfUnleashFails() async throws {
        let old = TestProvider(["new-checkout": true], name: "launchdarkly")
        let new = TestProvider(name: "unleash")
        new.fail()
        let migration = CombinationStrategy.migration(
            old: "launchdarkly", new: "unleash",
            stages: [.init(["new-checkout"], .newWithFallback)])
        let flags = FlagClient(provider: try CombinedProvider("both", [.init(old), .init(new)], strategy: migration))
        await flags.start(within: .seconds(5))

        #expect(flags.details(of: FlagKey("new-checkout", default: false)).provider == "launchdarkly")
    }
}
