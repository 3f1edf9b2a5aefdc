import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { type PackedEntry, zipOf } from '../../backend/platform/zip.ts'

/** Vaults as Obsidian writes them, invented. */

export const packed = (name: string, content: string | Buffer): PackedEntry => {
  const bytes = Buffer.from(content)
  return { name, method: 8, crc: crc32(bytes), size: bytes.length, bytes: deflateRawSync(bytes) }
}
export const zipped = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => packed(name, content)))

export const picture = (seed: number, type: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  sharp({ create: { width: 64 + seed, height: 48, channels: 3, background: { r: (seed * 37) % 256, g: 90, b: 120 } } })
    [type]()
    .toBuffer()

const keep = `---
aliases: [Old Keep]
tags: [place/ruin, North]
ruler: "[[Aldis Ren]]"
founded: 1012-03-04
cover: "[[keep.png]]"
publish: true
---
# The Keep

Above the ford stands the keep of [[Aldis Ren|old Aldis]]. %%Aldis is dead.%% It smells of #smoke. ^first

> [!info] Garrison
> Twelve soldiers, see [the oath](../People/Aldis%20Ren.md#Oath).

> [!secret]- Below
> The cellar leads to [[Karrow]].

![[keep.png|300]]

A map is on another site: ![](https://example.com/map.png)

\`[[not a link]]\` and [[Nowhere]].

\`\`\`dataview
LIST FROM [[The Keep]]
\`\`\`
`

const aldis = `==Oath==: he swore it at [[Old Keep]] and [[#Oath]].

## Oath

- [ ] Find the ring
- [x] Bury the king
`

/** A vault of pages that use everything, and of as many plain ones. */
export const vaultFiles = async (plain = 47): Promise<Record<string, string | Buffer>> => ({
  'Karrow/.obsidian/app.json': '{}',
  'Karrow/Places/The Keep.md': keep,
  'Karrow/People/Aldis Ren.md': aldis,
  'Karrow/Places/Karrow.md':
    'A city on [[Page 1]] and [[Page 2]].\n\n%%\nThe guild rules it.\n\nAll of it.\n%%\n\nBells ring.',
  'Karrow/Untitled.md': '',
  'Karrow/Attachments/keep.png': await picture(1),
  'Karrow/Attachments/alone.jpg': await picture(2, 'jpeg'),
  'Karrow/Attachments/crest.webp': Buffer.from('RIFF'),
  'Karrow/Map.canvas': '{}',
  'Karrow/__MACOSX/._x': 'x',
  ...Object.fromEntries(
    Array.from({ length: plain }, (_, n) => [
      `Karrow/Pages/Page ${n + 1}.md`,
      `---\ntags: [page]\n---\nPage ${n + 1} leads to [[Page ${((n + 1) % plain) + 1}]] and [[The Keep]].\n`,
    ]),
  ),
})
