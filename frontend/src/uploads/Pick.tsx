import { Dropzone } from '@mantine/dropzone'
import { IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import '@mantine/dropzone/styles.layer.css'
import classes from './picking.module.css'

/** Chooses a file: by its button, dropped on it, or pasted anywhere. Whether it is a picture is judged by its content, later. */
export const Pick = ({ problem, onPick }: { problem: string | undefined; onPick: (file: File) => void }) => {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? []
    if (file) onPick(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
  return (
    <>
      <Dropzone
        className={classes.drop}
        multiple={false}
        inputProps={{ accept: 'image/jpeg,image/png', 'aria-label': 'Choose a picture' }}
        onDrop={([file]: File[]) => file && onPick(file)}
      >
        <IconPhotoUp size={22} aria-hidden="true" />
        <b>Choose a picture</b>
        <span>or drop it here, or paste it. JPEG or PNG.</span>
      </Dropzone>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
