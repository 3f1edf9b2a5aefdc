import type { Subject } from '../ui/drawings.tsx'

export interface ComingScreen {
  title: string
  text: string
  subject: Subject
}

/** Screens whose routes exist before they do. */
export const comingScreens = {
  '/models': { title: '3D Models', text: 'Miniatures of your characters will stand here.', subject: 'plinth' },
  '/models/:id': { title: '3D Model', text: 'Models cannot be opened yet.', subject: 'plinth' },
  '/story-vault': { title: 'Story Vault', text: 'Recorded sessions will be kept here.', subject: 'loom' },
  '/account-settings/integrations/storyvault': {
    title: 'Story Vault',
    text: 'Story Vault is not connected to this installation.',
    subject: 'loom',
  },
} as const satisfies Record<string, ComingScreen>

export type ComingPath = keyof typeof comingScreens
