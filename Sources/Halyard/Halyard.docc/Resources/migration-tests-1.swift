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
}
