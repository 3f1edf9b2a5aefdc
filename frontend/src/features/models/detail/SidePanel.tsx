import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ConvertedFormat } from '#domain/model-words.ts'
import { withFrom } from '../../../base/from.ts'
import { useMe } from '../../../data/me.ts'
import type { Model, ModelSnapshot } from '../../../data/models.ts'
import { dateTimeOf } from '../../../ui/dates.ts'
import { isAnyBacker, mayRequestQuotes, statusText } from '../model.ts'
import { lossOf } from '../use-model-removal.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import classes from './model-page.module.css'
import { Name } from './Name.tsx'

interface Props {
  row: Model
  conjuration: ModelSnapshot['conjuration']
  isConverting: boolean
  onConvert: (format: ConvertedFormat) => void
  onQuote: () => void
  onDelete: () => void
}

/** Name, actions and facts of a model. */
export const SidePanel = ({ row, conjuration, isConverting, onConvert, onQuote, onDelete }: Props) => {
  const me = useMe()
  const loss = lossOf(row, me)
  return (
    <aside className={classes.side}>
      <Name key={row.id} row={row} />
      {row.status === 'COMPLETED' && (
        <>
          <DownloadMenu row={row} isConverting={isConverting} onConvert={onConvert} />
          <Quote onQuote={onQuote} />
        </>
      )}
      <hr />
      {row.image && <Source image={row.image} />}
      {row.prompt && (
        <section className={classes.prompt}>
          <h2>Prompt</h2>
          <p dir="auto">{row.prompt}</p>
        </section>
      )}
      <Facts row={row} conjuration={conjuration} />
      {row.mayEdit && (
        <div className={classes.delete}>
          {loss && <p>Deleting a model while it is generating ends it in the Trash. {loss}</p>}
          <Button data-danger leftSection={<IconTrash size={15} />} onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </aside>
  )
}

const Quote = ({ onQuote }: { onQuote: () => void }) => {
  const me = useMe()
  if (mayRequestQuotes(me))
    return (
      <Button size="lg" fullWidth onClick={onQuote}>
        {me.minisKickstarterTier ? 'Claim Your Kickstarter Mini' : 'Purchase 3D Mini'}
      </Button>
    )
  return (
    <p className={classes.quiet}>
      {isAnyBacker(me)
        ? 'Mini redemption limited to highest tier backers'
        : 'Mini quote requests require Kickstarter backing'}
    </p>
  )
}

const Source = ({ image: { id, uri, name } }: { image: NonNullable<Model['image']> }) => (
  <div className={classes.made}>
    {uri && <img src={`${uri}?w=320`} alt="" />}
    <div>
      <small>Source image</small>
      <b dir="auto">{name ?? 'Untitled image'}</b>
      <Link to={withFrom(`/images/${id}`, '/models')}>Open image</Link>
    </div>
  </div>
)

const Facts = ({ row, conjuration }: Pick<Props, 'row' | 'conjuration'>) => {
  const { report } = row
  const facts: [string, ReactNode][] = [
    ['Status', statusText[row.status]],
    ['Created', <time dateTime={row.createdAt}>{dateTimeOf(row.createdAt)}</time>],
    ['By', <bdi>{row.username}</bdi>],
    [
      'Lore',
      conjuration && (
        <Link to={withFrom(`/lore/view/${conjuration.id}`, '/models')}>
          <bdi>{conjuration.name}</bdi>
        </Link>
      ),
    ],
    ['Height', report && `${Math.round(report.height)} mm`],
    ['Triangles', report?.triangles.toLocaleString('en')],
    ['Overhang', report && report.overhang > 0.005 && `${Math.round(report.overhang * 100)}% needs support in print`],
  ]
  return (
    <>
      <dl className={`${classes.facts} num`}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {report && report.warnings.length > 0 && (
        <ul className={classes.warnings}>
          {report.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {row.madeBy && <p className={classes.quiet}>{row.madeBy}</p>}
    </>
  )
}
