import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import '@mantine/dropzone/styles.layer.css'
import classes from './files.module.css'

/** Chooses files: by its button, or dropped on it. Whether they are taken is judged by their content, on the server. */
export const Pick = ({ onPick }: { onPick: (files: File[]) => void }) => (
  <Dropzone
    className={classes.drop}
    inputProps={{ accept: '.pdf,.txt,.md,.docx,.png,.jpg,.jpeg,.webp,.gif', 'aria-label': 'Choose files' }}
    onDrop={(files: File[]) => onPick(files)}
  >
    <IconFileUpload size={22} aria-hidden="true" />
    <b>Choose files</b>
    <span>or drop them here. PDF, text, Markdown, Word or pictures, up to 25 MB each.</span>
  </Dropzone>
)
