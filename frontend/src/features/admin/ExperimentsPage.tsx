import { NativeSelect } from '@mantine/core'
import { experiments, type VariantSource } from '#domain/experiments.ts'
import { messageOf } from '../../base/problem.ts'
import { overrideVariant, useExperiments } from '../../data/experiments.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { toast } from '../../ui/toast.ts'
import adminClasses from './admin.module.css'
import classes from './experiments.module.css'

const sources: Readonly<Record<VariantSource, string>> = {
  environment: 'From the setting EXPERIMENTS',
  browser: 'Overridden in this browser',
  service: 'From the experiment service',
  default: 'As it comes',
}

/** Lists the experiments with the variant that the admin gets in this browser, and overrides it for this browser only. */
export const ExperimentsPage = () => {
  const { states, unknown, service, error, refetch } = useExperiments()
  const override = (name: (typeof states)[number]['name'], variant: string | null) => {
    try {
      overrideVariant(name, variant)
    } catch (thrown) {
      toast.error(messageOf(thrown, 'This browser stores nothing for Loreloom.'))
    }
  }
  return (
    <Page>
      <PageHeader title="Experiments" />
      <p className={adminClasses.note}>
        The setting <code>EXPERIMENTS</code> decides for everyone, then an override for one browser, then the experiment
        service for each user.
        {service === 'none' && ' No experiment service is set up (EXPERIMENT_BASE_URL).'}
        {service === 'reached' && ' The service’s answers are at most 5 minutes old.'}
        {service === 'failing' &&
          ' The service does not answer: its last answers stand, and it is asked again in a minute.'}
      </p>
      {unknown.length > 0 && (
        <p className={adminClasses.note}>This version has no experiment named {unknown.join(', ')}.</p>
      )}
      {states.map(({ name, variant, source, override: overridden }) => {
        const { title, changes, variants } = experiments[name]
        const isPinned = source === 'environment'
        return (
          <article key={name} className={classes.experiment} aria-labelledby={`experiment-${name}`}>
            <header>
              <h2 id={`experiment-${name}`}>{title}</h2>
              <code>{name}</code>
            </header>
            <p>{changes}</p>
            <p className={classes.present}>
              <Badge colour={variant === variants[0] ? 'walnut' : 'weld'}>{variant}</Badge>
              <span>{sources[source]}</span>
            </p>
            <NativeSelect
              label="In this browser"
              description={isPinned ? 'The setting EXPERIMENTS goes before it.' : undefined}
              value={overridden ?? ''}
              onChange={({ currentTarget: { value } }) => override(name, value === '' ? null : value)}
              data={[{ value: '', label: 'No override' }, ...variants.map((each) => ({ value: each, label: each }))]}
            />
          </article>
        )
      })}
      {error && (
        <ErrorState
          text={messageOf(error, 'Failed to load what the experiment service decides')}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}
