#if canImport(Darwin)
    public import PodcastSync

    extension EngineChoice {
        /// Downloads by the system's background sessions, one for what policies want and one for what the user
        /// asked for.
        ///
        /// - Parameter identifier: The app's own, such as its bundle's with a suffix; the same at every start.
        public static func background(identifier: String) -> EngineChoice {
            .background(
                automatic: BackgroundURLSession.named(identifier + ".automatic", isDiscretionary: true),
                asked: BackgroundURLSession.named(identifier + ".asked", isDiscretionary: false))
        }
    }
#endif
