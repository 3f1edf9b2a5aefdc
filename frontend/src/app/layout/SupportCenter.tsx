import { Modal } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Comes later; the sidebar's entry and the menu's open it plainly until then. */
export const SupportCenter = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Support Center" size={480}>
    <EmptyState
      subject="chairs"
      title="Support will be here"
      text="Answers to common questions and a way to write to us come later. Until then, ask whoever runs this installation."
    />
  </Modal>
)
