import { IconArrowRight } from '@tabler/icons-react'
import type { ImportPreview } from '#domain/import-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import { formatCount, formatNumber } from '../../ui/figures.ts'
import classes from './imports.module.css'

const Becomes = ({ n, of, into, note }: { n: number; of: string; into: string; note?: string | false }) =>
  n > 0 && (
    <tr>
      <th scope="row">
        <b className="num">{formatNumber(n)}</b> {n === 1 ? of : `${of}s`}
      </th>
      <td>
        <IconArrowRight size={15} aria-label="becomes" />
      </td>
      <td>{into}</td>
      <td className="num">{note}</td>
    </tr>
  )

/** The table that maps each type of imported item to its type in Loreloom. */
export const WhatBecomesWhat = ({ preview, newFolders }: { preview: ImportPreview; newFolders: number }) => {
  const { pages, links, textLinks, pictures, leadPictures, pictureBytes, tags, secrets, leftPages: left } = preview
  const { relationships, hiddenPages } = preview
  return (
    <section>
      <h2>What becomes what</h2>
      <table className={classes.becomes}>
        <tbody>
          <Becomes
            n={pages}
            of="page"
            into={newFolders > 0 ? `Lore, in ${formatCount(newFolders, 'folder')}` : 'Lore'}
            note={left > 0 && `${formatNumber(left)} ${left === 1 ? 'stays' : 'stay'} out`}
          />
          <Becomes
            n={links + textLinks}
            of="link"
            into="Mentions"
            note={textLinks > 0 && `${formatNumber(textLinks)} ${textLinks === 1 ? 'stays' : 'stay'} words`}
          />
          <Becomes
            n={pictures}
            of="picture"
            into={`Images; ${formatCount(leadPictures, 'leads its page', 'lead their page')}`}
            note={sizeInWords(pictureBytes)}
          />
          <Becomes n={relationships} of="relation" into="Relationships" />
          <Becomes n={tags} of="tag" into="Tags" />
          <Becomes n={secrets} of="hidden part" into="Sections for DMs, in their place" />
          <Becomes n={hiddenPages} of="hidden page" into="Pages for DMs, whatever you choose" />
        </tbody>
      </table>
    </section>
  )
}
