/// Elements that stand in feeds beside what is read, and that look like it (POD-5).
enum Noise {
    static let ofItems = [
        "<description><![CDATA[<p>& <title>no</title> <enclosure url=\"https://e.org/no.mp3\"/>]]></description>",
        "<description>&lt;p&gt;shown&lt;/p&gt;</description>",
        "<content:encoded><![CDATA[<img src=\"x.jpg\"><link>no</link>]]></content:encoded>",
        "<itunes:duration>1:02:03</itunes:duration>", "<itunes:duration>3723</itunes:duration>",
        "<itunes:duration>-1:xx</itunes:duration>", "<itunes:duration></itunes:duration>",
        "<itunes:explicit>yes</itunes:explicit>", "<itunes:image href=\"https://e.org/c.jpg\"/>",
        "<itunes:season>2</itunes:season>", "<itunes:episode>3</itunes:episode>",
        """
        <psc:chapters version="1.2"><psc:chapter start="0" title="One" href="https://e.org/no.mp3"/>
        <psc:chapter start="00:01:02.5"><title>no</title></psc:chapter></psc:chapters>
        """,
        "<podcast:chapters url=\"https://e.org/c.json\" type=\"application/json+chapters\"/>",
        "<podcast:transcript url=\"https://e.org/t.srt\" type=\"application/srt\"/>",
        """
        <podcast:alternateEnclosure type="audio/opus" length="5"><podcast:source uri="https://e.org/no.opus"/>
        <enclosure url="https://e.org/no.mp3" type="audio/mpeg"/></podcast:alternateEnclosure>
        """,
        "<podcast:person role=\"host\">Ann</podcast:person>", "<podcast:guid>no</podcast:guid>",
        "<source url=\"https://e.org/f\">Other</source>", "<media:title>no</media:title>",
        "<media:thumbnail url=\"https://e.org/no.mp3\"/>", "<author>a@e.org</author>",
        "<comments></comments>", "<category/>", "<unknown:title>no</unknown:title>", "<x><guid>no</guid></x>",
    ]

    static let ofChannels = [
        "<description><![CDATA[<title>no</title>]]></description>", "<language>en</language>",
        "<image><title>no</title><url>https://e.org/i.png</url><link>https://e.org/</link></image>",
        "<textInput><title>no</title></textInput>", "<itunes:title>no</itunes:title>",
        "<itunes:author>Ann</itunes:author>",
        "<itunes:category text=\"A\"><itunes:category text=\"B\"/></itunes:category>",
        "<itunes:owner><itunes:email>a@e.org</itunes:email></itunes:owner>", "<itunes:new-feed-url/>",
        "<atom:link rel=\"self\" href=\"https://e.org/self\"/>",
        "<podcast:locked owner=\"a@e.org\">yes</podcast:locked>", "<podcast:guid></podcast:guid>",
        "<podcast:value><podcast:valueRecipient address=\"x\"/></podcast:value>", "<ttl>soon</ttl>",
        "<sy:updateFrequency>0</sy:updateFrequency>", "<sy:updatePeriod>often</sy:updatePeriod>",
        "<media:content url=\"https://e.org/no.mp3\" type=\"audio/mpeg\"/>", "<guid>no</guid>",
        "<lastBuildDate>soon</lastBuildDate>", "<cloud domain=\"e.org\" port=\"80\"/>",
    ]
}
