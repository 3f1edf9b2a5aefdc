/** The style of a book, on a screen and on paper. */
export const bookStyle = `
:root { color-scheme: light dark; --ink: light-dark(#221d16, #ece5d8); --paper: light-dark(#fdfaf4, #1c1915); --line: light-dark(#d8cfbf, #453e34); --mark: light-dark(#8a5a12, #e3ae57); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: minmax(220px, 300px) minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 17px/1.6 Georgia, 'Iowan Old Style', serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 20px; border-right: 1px solid var(--line); font-size: 15px; }
nav ul { list-style: none; margin: 0; padding-left: 14px; }
nav > ul { padding: 0; }
nav li { margin: 4px 0; }
summary { cursor: pointer; font-weight: bold; }
label { display: block; font-weight: bold; }
input { width: 100%; padding: 8px; font: inherit; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
main { max-width: 46rem; padding: 24px 32px 80px; }
h1 { font-size: 40px; line-height: 1.2; margin: 24px 0 0; }
h2 { font-size: 28px; line-height: 1.25; margin: 48px 0 8px; }
h3 { font-size: 20px; margin: 28px 0 4px; }
a { color: var(--mark); }
img { max-width: 100%; height: auto; border-radius: 4px; }
figure { margin: 16px 0; break-inside: avoid; }
figcaption, .tags, .folder, small { font-size: 14px; opacity: 0.8; }
.folder { margin: 64px 0 -32px; border-top: 1px solid var(--line); padding-top: 12px; }
.dm { border-left: 3px solid var(--mark); padding-left: 16px; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 4px 10px; text-align: start; vertical-align: top; }
pre { overflow: auto; } blockquote { margin-inline: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line); }
[hidden] { display: none; }
@media (max-width: 760px) { body { display: block; } nav { position: static; height: auto; max-height: 60vh; border: 0; border-bottom: 1px solid var(--line); } main { padding: 16px; } }
@media print {
  @page { margin: 20mm 18mm; }
  :root { color-scheme: light; }
  body { display: block; font-size: 11pt; }
  nav { position: static; height: auto; border: 0; break-after: page; }
  nav label, #found { display: none; }
  main { max-width: none; padding: 0; }
  article[hidden], nav li[hidden] { display: revert; }
  h2, h3 { break-after: avoid; } .folder { break-before: page; }
  p { orphans: 3; widows: 3; } a { color: inherit; }
}
`

/** Prefix of the address of a repeated picture. The number of the picture follows, in the order of the page. */
export const repeatedPicture = 'data:,'

/** Searches the names and texts of all pages: those without every searched word are hidden, in the contents too. */
export const bookScript = `
const pictures = [...document.images].filter(({ src }) => src.startsWith('data:image/'))
for (const picture of document.images)
  if (picture.src.startsWith('${repeatedPicture}')) picture.src = pictures[Number(picture.src.slice(${repeatedPicture.length}))]?.src ?? ''
const articles = [...document.querySelectorAll('article')]
const plain = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase()
let texts
const found = document.getElementById('found')
const linkOf = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash.slice(1), link.parentElement]))
document.getElementById('search').addEventListener('input', ({ target }) => {
  texts ??= articles.map((article) => plain(article.textContent))
  const words = plain(target.value).split(/\\s+/).filter(Boolean)
  let count = 0
  for (const [n, article] of articles.entries()) {
    const isFound = words.every((word) => texts[n].includes(word))
    article.hidden = !isFound
    const link = linkOf.get(article.id)
    if (link) link.hidden = !isFound
    if (isFound) count++
  }
  for (const part of document.querySelectorAll('.folder')) part.hidden = words.length > 0
  found.textContent = words.length > 0 ? count + (count === 1 ? ' page' : ' pages') : ''
})
`
