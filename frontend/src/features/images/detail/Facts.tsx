import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ImageDetail, ImageUsage } from '#projections/image-answers.ts'
import type { ImageRow } from '#projections/images.ts'
import { withFrom } from '../../../base/from.ts'
import { useImageUsageQuery } from '../../../data/images.ts'
import { copyText } from '../../../ui/copy.ts'
import { dateTimeOf } from '../../../ui/dates.ts'
import { formatCount } from '../../../ui/figures.ts'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  username: string
  model: ImageDetail['imageModel']
  mine: boolean
}

/** Returns the address of the generate screen, filled in with an image's prompt, or with its seed as well. */
const reuseAddress = ({ id, type }: ImageRow, as: 'prompt' | 'seed') =>
  `${type === 'MAP' ? '/maps/generate?' : '/images?generate=1&'}reuse=${id}&as=${as}`

/** Returns the facts as pairs of name and value; facts that do not apply have an empty value. */
const factsOf = ({ row, username, model, mine }: Props, usage: ImageUsage | undefined): [string, ReactNode][] => [
  ['Model', model && <span title={model.description}>{model.name}</span>],
  ['Style', row.stylePreset],
  ['Size', `${row.width} × ${row.height}`],
  [
    'Seed',
    row.seed !== null && row.uri && row.modelId ? (
      <>
        {row.seed} <Link to={reuseAddress(row, 'seed')}>Reuse</Link>
      </>
    ) : null,
  ],
  ['Cost', row.modelId && row.uri ? formatCount(row.cost, 'credit') : null],
  [
    'Made',
    <time key="made" dateTime={row.createdAt}>
      {dateTimeOf(row.createdAt)}
    </time>,
  ],
  [
    'By',
    <>
      <bdi>{username}</bdi>
      {mine && ' (you)'}
    </>,
  ],
  [
    'Lore',
    usage?.conjuration && (
      <Link to={withFrom(`/lore/view/${usage.conjuration.id}`, `/images/${row.id}`)}>
        <bdi>{usage.conjuration.name}</bdi>
      </Link>
    ),
  ],
  ['Galleries', usage?.segments.length ? <Galleries imageId={row.id} segments={usage.segments} /> : null],
  [
    'Token',
    row.token && (
      <a href={row.token.uri} download={`token-${row.id.slice(-6)}.png`}>
        Download
      </a>
    ),
  ],
  ['Campaign', usage?.campaign && <bdi>{usage.campaign.name}</bdi>],
]

/** The prompts, parameters and uses of an image, without those that do not apply. */
export const Facts = (props: Props) => {
  const { row } = props
  const { data: usage } = useImageUsageQuery(row.id)
  return (
    <>
      <Prompts row={row} reuse={reuseAddress(row, 'prompt')} />
      <dl className={`${classes.facts} num`}>
        {factsOf(props, usage).map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {row.madeBy && <p className={classes.maker}>{row.madeBy}</p>}
    </>
  )
}

interface GalleriesProps {
  imageId: string
  segments: ImageUsage['segments']
}

const Galleries = ({ imageId, segments }: GalleriesProps) => (
  <ul className={classes.galleries}>
    {segments.map(({ id, name, conjurationId, conjurationName }) => (
      <li key={id}>
        <Link to={withFrom(`/lore/view/${conjurationId}`, `/images/${imageId}`)}>
          <bdi>{conjurationName}</bdi>: <bdi>{name}</bdi>
        </Link>
      </li>
    ))}
  </ul>
)

const Prompts = ({ row: { prompt, negativePrompt, modelId }, reuse }: { row: ImageRow; reuse: string }) => (
  <>
    {prompt && (
      <section className={classes.words}>
        <h2>Prompt</h2>
        <button type="button" onClick={() => void copyText(prompt, 'Prompt')}>
          Copy prompt
        </button>
        {modelId && <Link to={reuse}>Reuse prompt</Link>}
        <p dir="auto">{prompt}</p>
      </section>
    )}
    {negativePrompt && (
      <section className={classes.words}>
        <h2>Negative prompt</h2>
        <p dir="auto">{negativePrompt}</p>
      </section>
    )}
  </>
)
