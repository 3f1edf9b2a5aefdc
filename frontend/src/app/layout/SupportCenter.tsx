import { Modal } from '@mantine/core'
import { noSupportContact, supportLink } from '#domain/support-contact.ts'
import { useAuthOptionsQuery } from '../../data/platform.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The way to the people who run this installation, where they have named one. */
export const SupportCenter = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { data } = useAuthOptionsQuery()
  const contact = data?.supportContact
  return (
    <Modal opened={opened} onClose={onClose} title="Support Center" size={480}>
      {data && (
        <EmptyState
          subject="chairs"
          title={contact ? 'Write to the people who run this Loreloom' : 'No contact is set up'}
          text={
            contact
              ? 'Say what you did, what you expected, and what came instead.'
              : `${noSupportContact} They can add one with the setting SUPPORT_CONTACT.`
          }
          action={
            contact && (
              <a href={supportLink(contact)} target="_blank" rel="noreferrer">
                {contact}
              </a>
            )
          }
        />
      )}
    </Modal>
  )
}
