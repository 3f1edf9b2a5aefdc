/**
 * The Typst template of a book. It reads `book.json` and a file of each entry. Text of users is never markup, since all of it arrives as
 * strings.
 */
export const bookTemplate = String.raw`
#let book = json("book.json")
#let ink = rgb("#2b2118")
#let accent = rgb("#8a5a12")
#let line-colour = rgb("#d8cfbf")

#set document(title: book.title, date: none)
#set text(font: ("Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono"), size: 10.5pt, lang: "en", fill: ink, hyphenate: true)
#set par(justify: true, leading: 0.62em, spacing: 0.9em)
#set page(paper: "a5", margin: (inside: 20mm, outside: 16mm, top: 20mm, bottom: 20mm))
#show raw: set text(font: "DejaVu Sans Mono", size: 8.5pt)
#show link: set text(fill: accent)

// Sections and headings within texts are in no contents.
#show heading: set text(hyphenate: false)
#show heading: set par(justify: false)
#show heading: set block(sticky: true)
#show heading.where(level: 1): it => { pagebreak(weak: true); v(22%); align(center, text(size: 26pt, it.body)); align(center, line(length: 30%, stroke: 0.6pt + accent)); v(10mm) }
#show heading.where(level: 2): it => block(above: 2.2em, below: 0.9em, text(size: 17pt, fill: accent, it.body))
#show heading.where(level: 3): it => block(above: 1.5em, below: 0.6em, text(size: 12.5pt, it.body))
#show heading.where(level: 4): it => block(above: 1.2em, below: 0.5em, text(size: 11pt, style: "italic", it.body))
#show heading.where(level: 5): it => block(above: 1em, below: 0.4em, text(size: 10.5pt, style: "italic", it.body))

#let words(content) = {
  for part in content {
    let it = {
      let pieces = part.text.split("\n")
      for (n, piece) in pieces.enumerate() {
        if n > 0 { linebreak() }
        if part.at("code", default: false) { raw(piece) } else { text(piece) }
      }
    }
    if part.at("bold", default: false) { it = strong(it) }
    if part.at("italic", default: false) { it = emph(it) }
    if part.at("underline", default: false) { it = underline(it) }
    if part.at("strike", default: false) { it = strike(it) }
    let target = part.at("to", default: none)
    let href = part.at("href", default: none)
    if target != none and str(target) in book.entries { [#metadata(target)<mention>#link(label("e" + str(target)), it)] }
    else if href != none { link(href, it) }
    else { it }
  }
}

#let picture(path, caption) = {
  let it = image(path, width: 100%, height: 88mm, fit: "contain")
  block(above: 1.2em, below: 1.2em, width: 100%, breakable: false, align(center)[
    #it
    #if caption != "" { v(0.4em, weak: true); text(size: 9pt, style: "italic", caption) }
  ])
}

#let blocks(all) = {
  for it in all {
    if it.kind == "line" { par(words(it.content)) }
    else if it.kind == "heading" { heading(level: calc.min(5, it.level + 3), outlined: false, bookmarked: false, words(it.content)) }
    else if it.kind == "section" { heading(level: 3, outlined: false, bookmarked: false, it.title) }
    else if it.kind == "quote" {
      block(inset: (left: 4mm, y: 1mm), stroke: (left: 1.2pt + line-colour), emph({ for each in it.lines { par(words(each)) } }))
    }
    else if it.kind == "code" { block(width: 100%, fill: rgb("#f6f1e7"), inset: 2.5mm, radius: 1mm, raw(it.text, block: true)) }
    else if it.kind == "list" {
      let items = it.items.map((item) => { words(item.content); blocks(item.below) })
      if it.isOrdered { enum(..items) } else { list(..items) }
    }
    else if it.kind == "table" {
      let cell(row, content) = if row.isHeader { strong(words(content)) } else { words(content) }
      let cells = it.rows.map((row) => range(it.columns).map((n) => table.cell(
        fill: if row.isHeader { rgb("#f6f1e7") },
        cell(row, row.cells.at(n, default: ())),
      ))).flatten()
      set text(size: 9pt)
      set par(justify: false)
      table(columns: (1fr,) * it.columns, stroke: 0.5pt + line-colour, inset: 2mm, ..cells)
    }
    else if it.kind == "rule" { align(center, block(above: 1.4em, below: 1.4em, line(length: 30%, stroke: 0.6pt + line-colour))) }
    else if it.kind == "picture" { picture(it.path, it.caption) }
    else if it.kind == "secret" {
      block(above: 1.4em, below: 1.4em, width: 100%, inset: (left: 4mm, y: 1mm), stroke: (left: 2pt + accent), {
        heading(level: 3, outlined: false, bookmarked: false, { it.title; text(size: 8pt, weight: "regular", fill: accent, "  DM only") })
        blocks(it.blocks)
      })
    }
  }
}

// Cover
#page(margin: 18mm, {
  v(1fr)
  set par(justify: false)
  align(center, {
    text(size: 34pt, hyphenate: false, book.title)
    v(6mm)
    line(length: 40%, stroke: 1pt + accent)
    v(4mm)
    text(size: 11pt, style: "italic", book.subtitle)
  })
  v(2fr)
  align(center, text(size: 9pt, fill: accent, book.imprint))
})

#set page(
  numbering: "1",
  header: context if here().page() > 2 { align(center, text(size: 8.5pt, style: "italic", book.title)) },
)

#show outline.entry.where(level: 1): set block(above: 1.2em)
#show outline.entry.where(level: 1): strong
#heading(level: 2, outlined: false, "Contents")
#{
  set par(justify: false)
  outline(title: none, depth: 2, indent: 5mm)
}
#pagebreak(weak: true)

#for n in book.entries.keys() {
  let entry = json("entries/" + n + ".json")
  if entry.chapter != none { heading(level: 1, entry.chapter) }
  [#heading(level: 2, entry.name)#label("e" + n)]
  if entry.path != "" { block(above: -0.2em, below: 0.8em, text(size: 9pt, style: "italic", entry.path)) }
  if entry.tags != "" { block(below: 0.8em, text(size: 9pt, fill: accent, entry.tags)) }
  blocks(entry.blocks)
}

// Index of names: the page of each entry, and those that mention it.
#if book.entries.len() > 0 {
  heading(level: 1, "Index")
  set par(justify: false, leading: 0.5em, spacing: 0.45em)
  set text(size: 9pt, hyphenate: false)
  context {
    let found = (:)
    for it in query(<mention>) {
      let key = str(it.value)
      let pages = found.at(key, default: ())
      let page = it.location().page()
      if pages.len() == 0 or pages.last() != page { pages.push(page) }
      found.insert(key, pages)
    }
    columns(2, gutter: 6mm, {
      for (initial, names) in book.index {
        block(above: 1em, below: 0.5em, sticky: true, text(size: 11pt, fill: accent, weight: "bold", initial))
        for (name, n) in names {
          let at = label("e" + str(n))
          let own = locate(at).page()
          let others = found.at(str(n), default: ()).filter((page) => page != own)
          par(hanging-indent: 4mm, {
            link(at, text(fill: ink, name))
            [, ]
            strong(str(own))
            if others.len() > 0 { ", " + others.slice(0, calc.min(12, others.len())).map(str).join(", ") }
            if others.len() > 12 { " …" }
          })
        }
      }
    })
  }
}
`
