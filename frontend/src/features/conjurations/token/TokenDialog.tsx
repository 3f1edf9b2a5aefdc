import { Alert, Button, Modal, Skeleton } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { campaignDye, type TokenLook, tokenSize } from '#domain/tokens.ts'
import type { ImageRow } from '#projections/images.ts'
import { toast } from '../../../ui/toast.ts'
import { Cut } from './Cut.tsx'
import { OnTheTable } from './OnTheTable.tsx'
import { Rims } from './Rims.tsx'
import { copyToken, saveToken, tokenFileName } from './take-token.ts'
import classes from './token.module.css'
import { useToken } from './use-token.ts'
import '@mantine/core/styles/Alert.layer.css'

interface Props {
  picture: ImageRow
  uri: string
  /** The lore's name. */
  name: string
  onClose: () => void
}

/** A round piece of the picture: moved, zoomed and rimmed here, drawn by the server. */
export const TokenDialog = ({ picture, uri, name, onClose }: Props) => {
  const { look, setLook, problem, isMaking, make, suggest } = useToken(picture)
  const [taking, setTaking] = useState<'copy' | 'save' | null>(null)
  const colour = campaignDye(picture.campaignId ?? picture.id)
  const fileName = tokenFileName(new Date())

  const take = async (how: 'copy' | 'save', look: TokenLook) => {
    setTaking(how)
    const made = make(look)
    try {
      if (how === 'save') await saveToken(await made, fileName)
      else if (await copyToken(made)) toast.success('Token copied', { duration: 1_500 })
    } catch {
      toast.error(
        how === 'copy'
          ? 'The token could not be copied. Download it instead.'
          : 'The token could not be downloaded. Please try again.',
      )
    } finally {
      setTaking(null)
    }
  }

  return (
    <Modal opened onClose={onClose} title="Token Download" size={720}>
      <div className={classes.body}>
        <div className={classes.stage}>
          {look ? (
            <Cut
              key={uri}
              uri={uri}
              look={look}
              colour={colour}
              size={picture}
              onChange={(cut) => setLook({ ...look, ...cut })}
            />
          ) : (
            <Skeleton className={classes.waiting} visible={isMaking} circle />
          )}
        </div>
        <div>
          <OnTheTable uri={uri} look={look} colour={colour} size={picture} />
          {look && <Rims rim={look.rim} colour={colour} onChange={(rim) => setLook({ ...look, rim })} />}
          <dl className={classes.facts}>
            <Fact name="File">{fileName}</Fact>
            <Fact name="Size">{`${tokenSize} × ${tokenSize}, circular`}</Fact>
            <Fact name="From">{`Primary image of ${name || 'this lore'}`}</Fact>
          </dl>
        </div>
      </div>
      {problem && (
        <Alert color="red" role="alert" className={classes.problem}>
          {problem}{' '}
          {!look && (
            <Button size="xs" onClick={suggest}>
              Try Again
            </Button>
          )}
        </Alert>
      )}
      <div className={classes.foot}>
        <p>The corners are transparent.</p>
        <Button
          leftSection={<IconCopy size={15} />}
          disabled={!look || taking !== null}
          loading={taking === 'copy'}
          onClick={() => look && void take('copy', look)}
        >
          Copy
        </Button>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="filled"
          leftSection={<IconDownload size={15} />}
          disabled={!look || taking !== null}
          loading={taking === 'save'}
          onClick={() => look && void take('save', look)}
        >
          Download
        </Button>
      </div>
    </Modal>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
