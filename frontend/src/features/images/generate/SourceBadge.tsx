import { IconCloud, IconHome, IconServer } from '@tabler/icons-react'
import type { ImageModel, Source } from '#domain/image-models.ts'
import classes from './picker.module.css'

const sources: Record<Source, { icon: typeof IconHome; label: string; meaning: (provider: string) => string }> = {
  here: { icon: IconServer, label: 'Here', meaning: () => 'Drawn on this server. The prompt stays here.' },
  home: { icon: IconHome, label: 'At home', meaning: () => 'Drawn on a machine of whoever runs this server.' },
  vendor: {
    icon: IconCloud,
    label: 'At a vendor',
    meaning: (provider) => `Drawn by ${provider}, which reads the prompt.`,
  },
}

/** The location of a model, and thereby of the prompt's reader. */
export const SourceBadge = ({ model: { source, provider } }: { model: ImageModel }) => {
  const { icon: Icon, label, meaning } = sources[source]
  return (
    <span className={classes.source} data-source={source} title={meaning(provider)}>
      <Icon size={13} stroke={1.8} aria-hidden="true" />
      {label}
    </span>
  )
}
