import { Button, Skeleton } from '@mantine/core'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import classes from './gallery.module.css'

interface Props {
  state: 'loading' | 'failed' | 'empty' | 'unfound'
  onGenerate: () => void
  onRetry: () => void
  onClear: () => void
}

/** Replaces the gallery while it is loading, after it failed to load, and if it has no images or none that match the filters. */
export const GalleryInstead = ({ state, onGenerate, onRetry, onClear }: Props) =>
  ({
    loading: () => (
      <Loading label="Loading images" className={classes.skeleton}>
        {[514, 167, 300, 171, 261, 455, 178, 260].map((width) => (
          <Skeleton key={width} style={{ flexGrow: width, flexBasis: width / 2 }} />
        ))}
      </Loading>
    ),
    failed: () => <ErrorState text="The images could not be loaded." onRetry={onRetry} />,
    unfound: () => (
      <EmptyState
        subject="frame"
        title="No image is like that"
        text="Nothing in this campaign matches what you are looking for."
        action={<Button onClick={onClear}>Show all images</Button>}
      />
    ),
    empty: () => (
      <EmptyState
        subject="frame"
        title="Create Your Campaign Visuals"
        text="Places, faces and things of your campaign, drawn from your words or brought along."
        action={
          <Button variant="filled" onClick={onGenerate}>
            Generate Image
          </Button>
        }
        examples={[
          { title: 'A place', text: 'A drowned chapel at low tide, one bell still hanging, fog coming in' },
          { title: 'A face', text: 'The reeve in profile, tired eyes, a chain of office worn over a fisher’s coat' },
          { title: 'A thing', text: 'A cracked hand bell on a table, salt crust along the rim, candle from the left' },
        ]}
      />
    ),
  })[state]()
