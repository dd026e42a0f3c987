#if canImport(SwiftUI)
    public import CogGraph
    public import SwiftUI

    extension EnvironmentValues {
        /// The app's state, installed above by `cogEnvironment(_:)`. Rule: UI-3.
        ///
        /// Each view that reads or writes state resolves it for itself; it is not handed from view
        /// to view.
        ///
        /// Traps when no runtime is installed above the view.
        public var cogs: Cogs {
            guard let installedCogs else { Self.trapNoRuntime() }
            return installedCogs
        }

        var installedCogs: Cogs? {
            get { self[InstalledCogs.self] }
            set { self[InstalledCogs.self] = newValue }
        }

        @inline(never)
        private static func trapNoRuntime() -> Never {
            fatalError(
                """
                CogSwiftUI: a view read @Environment(\\.cogs), and no runtime is installed above it. \
                Call .cogEnvironment(cogs) on the root view of every scene and preview.
                """)
        }
    }

    private struct InstalledCogs: EnvironmentKey {
        static let defaultValue: Cogs? = nil
    }
#endif
