import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotHere } from '../../ui/NotHere.tsx'

interface Props {
  /** True if the whole campaign is empty. */
  isFirst: boolean
  /** The path of the import page; undefined if the user may not import. */
  importTo: string | undefined
  onAddConjuration: () => void
  onFromTemplate: () => void
}

/** Replaces the cards of a folder without content. */
export const EmptyCollection = ({ isFirst, importTo, onAddConjuration, onFromTemplate }: Props) =>
  isFirst ? (
    <EmptyState
      subject="loom"
      title="Add Lore to Your Collection"
      text="Who lives here, where it lies, what goes on: write down what your table should remember."
      action={
        <Group gap={8} justify="center">
          <Button onClick={onAddConjuration}>Add Lore</Button>
          <Button onClick={onFromTemplate}>From a Template</Button>
          {importTo && (
            <Button component={Link} to={importTo}>
              Bring a World In
            </Button>
          )}
        </Group>
      }
      examples={[
        { title: 'Character', text: 'The harbour clerk who weighs more than cargo, and keeps two ledgers' },
        { title: 'Location', text: 'A causeway that is passable for two hours at low water' },
        { title: 'Quest', text: 'Ring the fifth bell before the Year of Two Thaws comes round again' },
        { title: 'World Lore', text: 'Why nobody in Low Saltmarch lights a lamp on the last night of the month' },
      ]}
    />
  ) : (
    <EmptyState
      subject="loom"
      title="No content in this folder"
      text="Add lore to it, or drag some here from another folder."
      action={
        <Group gap={8} justify="center">
          <Button onClick={onAddConjuration}>Add Lore</Button>
          <Button onClick={onFromTemplate}>From a Template</Button>
        </Group>
      }
    />
  )

/** Replaces the content of a folder that does not exist, was deleted, or is not shared with the user. */
export const GoneCollection = () => (
  <NotHere
    subject="loom"
    title="This folder is not here"
    text="It does not exist, it was deleted, or it is not shared with you. What was deleted can be restored from the campaign’s Trash for 30 days."
    back={{ to: '/collections', label: 'Back to Lore' }}
  />
)
