#if canImport(SwiftUI)
    public import CogGraph
    public import SwiftUI

    extension View {
        /// Installs the app's state for this view and all below it. Rule: UI-3.
        ///
        /// Once, on the root view of each scene: they share one runtime.
        ///
        /// - Parameter cogs: Kept alive by the scene's environment.
        public func cogEnvironment(_ cogs: Cogs) -> some View {
            environment(\.installedCogs, cogs)
        }
    }
#endif
