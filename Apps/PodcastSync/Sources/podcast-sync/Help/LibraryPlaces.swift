/// What the program reads and writes without being told, as its help tells it.
enum LibraryPlaces {
    static let files: [(place: String, meaning: String)] = [
        ("DIR/library.sqlite", "the feeds, their episodes, and all that was chosen and done"),
        ("DIR/library.lock", "held by the process that changes the library"),
        ("DIR/FEED/TITLE.mp3", "an episode; `podcast-sync policy --name` says what files are called"),
        ("DIR/FEED/TITLE.mp3.part", "an unfinished download, and TITLE.mp3.part.json what it is of"),
        ("~/.netrc", "names and passwords of hosts, unless --netrc names another file"),
    ]

    static let environment: [(place: String, meaning: String)] = [
        ("XDG_DATA_HOME", "where podcast-sync has its library without --library"),
        ("HOME", "in whose .local/share the library is when XDG_DATA_HOME is not set"),
    ]
}
