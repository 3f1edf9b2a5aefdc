import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { planPrices } from '#domain/plan-credits.ts'
import { useWhyNot } from '../../../billing/use-why-not.ts'
import { useImageModelsQuery } from '../../../data/images.ts'
import { Badge } from '../../../ui/Badge.tsx'
import classes from './upsell.module.css'

const unlocks = [
  'Maps drawn from your words, kept with the campaign',
  'A grid you set yourself, and a scale',
  'Shown at the table, with fog that you lift',
  'Files for your virtual tabletop, one for you and one for your players',
]

/** The features of the plan, for users without it. */
export const Upsell = () => {
  const { data: models } = useImageModelsQuery('MAP')
  const whyNot = useWhyNot()
  const artists = (models ?? []).flatMap(({ artists }) => artists)
  const sample = models?.flatMap(({ sampleImageUris }) => sampleImageUris)[0]
  return (
    <section className={classes.page}>
      <title>Maps · Loreloom</title>
      <div className={classes.words}>
        <Badge colour="weld">PRO</Badge>
        <h1>Battle maps for the table you run tonight</h1>
        <p>
          Say what the place is and get it from straight above, ready for a grid, tokens and six people who will go the
          other way.
        </p>
        <ul className={classes.unlocks}>
          {[...unlocks, ...(artists.length > 0 ? ['Models made with partner artists'] : [])].map((text) => (
            <li key={text}>
              <IconCheck size={18} stroke={1.6} aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
        <Button component={Link} to="/account-settings?tab=subscription" variant="filled">
          Upgrade to PRO
        </Button>
        <small className="num">
          ${planPrices.PRO.month} per month or ${planPrices.PRO.year} per year. Complimentary access does not include
          battle maps.
        </small>
        {whyNot && <small>{whyNot}</small>}
      </div>
      <div className={classes.shown}>
        {sample && <img src={sample} alt="A battle map of a dungeon, seen from above" />}
        {artists.map(({ slug, name, description, profilePicUri, callToActionUri }) => (
          <div key={slug} className={classes.artist}>
            <img src={profilePicUri} alt="" />
            <span>
              <b>{name}</b>
              <small>{description}</small>
            </span>
            <Button
              component="a"
              href={callToActionUri}
              target="_blank"
              rel="noreferrer"
              size="xs"
              aria-label={`Visit ${name}`}
            >
              Visit
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}
