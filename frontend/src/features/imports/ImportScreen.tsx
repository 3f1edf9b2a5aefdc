import { Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { ImportPreview } from '#domain/import-answers.ts'
import { can } from '#domain/rights.ts'
import { useCampaignsQuery, writerIn } from '../../data/campaigns.ts'
import { useMe } from '../../data/me.ts'
import { NotHere } from '../../ui/NotHere.tsx'
import { Choose } from './Choose.tsx'
import classes from './imports.module.css'
import { Preview } from './Preview.tsx'
import { Result } from './Result.tsx'

const steps = ['Choose', 'Look it over', 'Bring it in', 'Done'] as const

/** The list of an import's steps, which marks the current one. */
const Way = ({ step }: { step: number }) => (
  <ol className={classes.way} aria-label={`Step ${step + 1} of ${steps.length}: ${steps[step]}`}>
    <li className={`${classes.count} num`} aria-hidden="true">
      Step {step + 1} of {steps.length}
    </li>
    {steps.map((name, n) => (
      <li key={name} data-done={n < step || undefined} aria-current={n === step ? 'step' : undefined}>
        {name}
      </li>
    ))}
  </ol>
)

const Head = ({ campaignName, step }: { campaignName: string; step: number }) => (
  <header className={classes.head}>
    <title>Bring a world in · Loreloom</title>
    <nav className={classes.crumbs} aria-label="Breadcrumbs">
      <Link to="/collections" dir="auto">
        {campaignName}
      </Link>
      <IconChevronRight size={13} aria-hidden="true" />
      <span>Bring a world in</span>
    </nav>
    <h1>Bring a world in</h1>
    <Way step={step} />
  </header>
)

/** Imports a world in steps. The URL contains the step, so that it survives a reload. */
export const ImportScreen = () => {
  const { campaignId = '' } = useParams()
  const me = useMe()
  const { data: campaigns } = useCampaignsQuery()
  const campaign = campaigns?.rows.find(({ id }) => id === campaignId)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const shown = ImportPreview.safeParse(useLocation().state)
  if (!campaigns) return <Skeleton height={320} m={24} />
  if (!campaign || campaign.asOf || !can(writerIn(campaign, me.id), 'manage', { campaignId }))
    return (
      <NotHere
        subject="loom"
        title="Nothing can be brought in here"
        text="DMs and the owner of a campaign bring worlds into it."
        back={{ to: '/collections', label: 'Back to Lore' }}
      />
    )
  const [importId, operationId, folder] = [query.get('import'), query.get('operation'), query.get('folder')]
  const into = query.get('into')
  const within: Record<string, string> = into ? { into } : {}
  const go = (params: Record<string, string>, state?: ImportPreview) =>
    void navigate({ search: new URLSearchParams(params).toString() }, state ? { state } : {})
  if (operationId)
    return (
      <Result campaignId={campaignId} operationId={operationId} folder={folder} preview={shown.data}>
        {(isDone) => <Head campaignName={campaign.name} step={isDone ? 3 : 2} />}
      </Result>
    )
  return (
    <div className={classes.screen}>
      <Head campaignName={campaign.name} step={importId ? 1 : 0} />
      {importId ? (
        <Preview
          campaignId={campaignId}
          importId={importId}
          into={into}
          onBack={() => go(within)}
          onBegun={(operation, collection, preview) =>
            go({ operation, ...(collection && { folder: collection }) }, preview)
          }
        />
      ) : (
        <Choose campaignId={campaignId} onRead={(preview) => go({ ...within, import: preview.id })} />
      )}
    </div>
  )
}
