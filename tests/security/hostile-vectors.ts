/** What people have put into texts so that something runs for who reads them. */

/** None of these may lead anywhere. */
export const links = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    'java\tscript:alert(1)',
  ],
  ...[
    'java\nscript:alert(1)',
    'java\rscript:alert(1)',
    'java\0script:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\t:alert(1)',
  ],
  ...[
    'javascript://example.com/%0aalert(1)',
    'javascript&colon;alert(1)',
    'jav&#x09;ascript:alert(1)',
    '&#106;avascript:alert(1)',
  ],
  ...[
    'vbscript:msgbox(1)',
    'livescript:alert(1)',
    'mocha:alert(1)',
    'view-source:javascript:alert(1)',
    'feed:javascript:alert(1)',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'DATA:text/html,x',
  ],
  ...[
    'blob:https://example.com/x',
    'file:///etc/passwd',
    'filesystem:https://example.com/x',
    'ftp://example.com',
    'ws://example.com',
    'jar:https://example.com!/x',
  ],
  ...[
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '///evil.example',
  ],
  ...[
    'https:evil.example',
    'https:\\\\evil.example',
    'http:/evil.example',
    'https:///evil.example',
    'http://\\evil.example',
  ],
  ...[
    'https://a.example/\u2028x',
    'https://a.example/\u00a0x',
    'https://a.example/ x',
    '\ufeffhttps://a.example',
    'https://a.example/\ud83d',
  ],
  ...[
    'mailto:',
    'mailto:/x',
    'tel:1',
    'sms:1',
    'about:blank',
    'chrome://settings',
    'intent://x',
    'x',
    '?x',
    '#x',
    '',
    '.',
    '../x',
    'example.com',
  ],
  `https://a.example/${'x'.repeat(2048)}`,
]

/** HTML that runs where it is taken for that. */
export const words = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe srcdoc="<script>alert(1)</script>">',
  ],
  ...[
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '</p><script>alert(1)</script>',
    '<!--<img src="--><img src=x onerror=alert(1)//">',
    '<![CDATA[<script>]]>',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<details open ontoggle=alert(1)>',
    '<body onload=alert(1)>',
    '<object data="javascript:alert(1)">',
  ],
  ...[
    '<style>@import "javascript:alert(1)";</style>',
    '<link rel=stylesheet href=x>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<base href="javascript:/">',
    '<form action="javascript:alert(1)"><button>',
  ],
  ...[
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '{{constructor.constructor("alert(1)")()}}',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
  ],
]
export const markdown = [
  ...words,
  ...[
    '[x](javascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '![x](javascript:alert(1))',
    '![x"onerror="alert(1)](x)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<javascript:alert(1)>',
  ],
  ...[
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](https://a.example "onmouseover=alert(1)")',
    '```html\n<script>alert(1)</script>\n```',
    '`<script>`',
    '| <img src=x onerror=alert(1)> |\n|---|\n| [x](javascript:alert(1)) |',
  ],
]
