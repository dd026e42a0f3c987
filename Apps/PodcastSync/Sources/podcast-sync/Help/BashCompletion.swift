/// What bash needs to complete the program's commands and options; file names are its own to find.
struct BashCompletion {
    let script: String

    init(_ commands: [Command]) {
        let cases = commands.map { command in
            "        \(command.name)) words=\"\(command.accepted.map(\.name).joined(separator: " "))\" ;;"
        }
        script = """
            _podcast_sync() {
                local word=${COMP_WORDS[COMP_CWORD]} words
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words="\(commands.map(\.name).joined(separator: " ")) help --help --version"
                else
                    case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    help) words="\(commands.map(\.name).joined(separator: " ")) --man --bash" ;;
                    esac
                    [[ $word == -* || ${COMP_WORDS[1]} == help ]] || words=
                fi
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o default -F _podcast_sync podcast-sync
            """
    }
}
