import { IconCheck, IconCloud, IconHome, IconLock, IconServer } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Source } from '#domain/image-models.ts'
import { costOf, type ImageModel } from '#domain/image-models.ts'
import { formatCount } from '../../../ui/figures.ts'
import formClasses from './form.module.css'
import { ModelBadges } from './ModelBadges.tsx'
import pickerClasses from './picker.module.css'
import classes from './picker.module.css'
import { Sample } from './Sample.tsx'

const sources: Record<Source, { icon: typeof IconHome; label: string; meaning: (provider: string) => string }> = {
  here: { icon: IconServer, label: 'Here', meaning: () => 'Drawn on this server. The prompt stays here.' },
  home: { icon: IconHome, label: 'At home', meaning: () => 'Drawn on a machine of whoever runs this server.' },
  vendor: {
    icon: IconCloud,
    label: 'At a vendor',
    meaning: (provider) => `Drawn by ${provider}, which reads the prompt.`,
  },
}

/** Shows the location of a model. Its tooltip explains which party thereby reads the prompt. */
const SourceBadge = ({ model: { source, provider } }: { model: ImageModel }) => {
  const { icon: Icon, label, meaning } = sources[source]
  return (
    <span className={classes.source} data-source={source} title={meaning(provider)}>
      <Icon size={13} stroke={1.8} aria-hidden="true" />
      {label}
    </span>
  )
}

interface Props {
  model: ImageModel
  selected: boolean
  /** True if the user's plan does not include the model. The card stays visible and names the required plan. */
  locked: boolean
  onToggle: () => void
}

const planNames = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' } as const

/** A model to choose, with its samples, strengths and price. */
export const ModelCard = ({ model, selected, locked, onToggle }: Props) => (
  <li className={pickerClasses.card} data-selected={selected || undefined} data-locked={locked || undefined}>
    <button type="button" aria-pressed={selected} disabled={locked} onClick={onToggle}>
      <span className={pickerClasses.image}>
        <Sample model={model} turning={selected} />
        {selected && (
          <span className={pickerClasses.check}>
            <IconCheck size={15} stroke={3} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className={pickerClasses.text}>
        <span className={formClasses.title}>
          <b>{model.name}</b>
          <ModelBadges model={model} />
        </span>
        <span className={pickerClasses.description}>{model.description}</span>
        <span className={formClasses.meta}>{model.strengths.join(', ')}</span>
        <span className={`${pickerClasses.cost} num`}>
          {formatCount(costOf(model), 'credit')} each
          <span className={pickerClasses.provider}>
            <SourceBadge model={model} />
            <bdi>{model.provider}</bdi>
          </span>
        </span>
      </span>
    </button>
    {locked && (
      <div className={pickerClasses.lock}>
        <IconLock size={22} stroke={1.6} aria-hidden="true" />
        <b>{planNames[model.plan]} Plan Required</b>
        <span>Upgrade to unlock this model</span>
        <Link to="/account?tab=subscription">Upgrade Now</Link>
      </div>
    )}
  </li>
)
