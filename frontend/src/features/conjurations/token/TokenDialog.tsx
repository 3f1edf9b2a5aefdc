import { Alert, Button, Modal, Skeleton } from '@mantine/core'
import { IconCopy, IconCut, IconDownload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { campaignColourOf, rimColours, type TokenLook, TokenRim, tokenSize } from '#domain/tokens.ts'
import type { ImageRow } from '#projections/images.ts'
import { Part } from '../../../ui/Part.tsx'
import { toast } from '../../../ui/toast.ts'
import { Cut, percentOf } from './Cut.tsx'
import { copyToken, saveToken, tokenFileName } from './take-token.ts'
import classes from './token.module.css'
import { useToken } from './use-token.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Rim } from './Rim.tsx'

const StandeeDialog = lazy(async () => ({
  default: (await import('../../../standees/StandeeDialog.tsx')).StandeeDialog,
}))

type Use = 'copy' | 'save' | 'print'

interface Props {
  picture: ImageRow
  uri: string
  /** The lore's name. */
  name: string
  onClose: () => void
}

/** Cuts a round token from the picture: the user moves and zooms it and chooses a rim, the server draws it. */
export const TokenDialog = ({ picture, uri, name, onClose }: Props) => {
  const { look, setLook, problem, isMaking, make, suggest } = useToken(picture)
  const { taking, take, print, tokenUri, closePrint, fileName } = useTaking(make)
  const colour = campaignColourOf(picture.campaignId ?? picture.id)

  return (
    <Modal
      opened
      onClose={onClose}
      title="Token Download"
      size={720}
      // Escape closes the top layer only.
      closeOnEscape={tokenUri === undefined}
    >
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
          <Facts fileName={fileName} loreName={name} />
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
      <Foot
        isReady={look !== null}
        taking={taking}
        onCopy={() => look && void take('copy', look)}
        onPrint={() => look && void print(look)}
        onSave={() => look && void take('save', look)}
        onClose={onClose}
      />
      {tokenUri !== undefined && (
        <Part onFailed={closePrint}>
          <StandeeDialog
            pictures={[{ id: picture.id, name: name || 'Token', uri: tokenUri, width: tokenSize, height: tokenSize }]}
            onClose={closePrint}
          />
        </Part>
      )}
    </Modal>
  )
}

/** Actions that have the server draw the token, and then copy it, download it, or print it as a standee (`tokenUri`). */
const useTaking = (make: ReturnType<typeof useToken>['make']) => {
  const [taking, setTaking] = useState<Use | null>(null)
  const [tokenUri, setTokenUri] = useState<string>()
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

  /** Opens the dialog that prints a standee of the token. A failure to draw the token has already been reported. */
  const print = async (look: TokenLook) => {
    setTaking('print')
    setTokenUri((await make(look)) ?? undefined)
    setTaking(null)
  }

  return { taking, take, print, tokenUri, closePrint: () => setTokenUri(undefined), fileName }
}

interface FootProps {
  isReady: boolean
  /** The use that a token is being made for. */
  taking: Use | null
  onCopy: () => void
  onPrint: () => void
  onSave: () => void
  onClose: () => void
}

const Foot = ({ isReady, taking, onCopy, onPrint, onSave, onClose }: FootProps) => {
  const isOff = !isReady || taking !== null
  return (
    <div className={classes.foot}>
      <p>The corners are transparent.</p>
      <Button leftSection={<IconCopy size={15} />} disabled={isOff} loading={taking === 'copy'} onClick={onCopy}>
        Copy
      </Button>
      <Button leftSection={<IconCut size={15} />} disabled={isOff} loading={taking === 'print'} onClick={onPrint}>
        Paper standee
      </Button>
      <Button onClick={onClose}>Close</Button>
      <Button
        variant="filled"
        leftSection={<IconDownload size={15} />}
        disabled={isOff}
        loading={taking === 'save'}
        onClick={onSave}
      >
        Download
      </Button>
    </div>
  )
}

const Facts = ({ fileName, loreName }: { fileName: string; loreName: string }) => (
  <dl className={classes.facts}>
    <Fact name="File">{fileName}</Fact>
    <Fact name="Size">{`${tokenSize} × ${tokenSize}, circular`}</Fact>
    <Fact name="From">{`Primary image of ${loreName || 'this lore'}`}</Fact>
  </dl>
)

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

interface OnTheTableProps {
  uri: string
  size: { width: number; height: number }
  look: TokenLook | null
  colour: string
}

/** Preview at the size of one square of a map. */
const OnTheTable = ({ uri, size, look, colour }: OnTheTableProps) => {
  const square = look && percentOf(size, look)
  return (
    <figure className={classes.table}>
      <figcaption>On the table, one square</figcaption>
      <div className={classes.board}>
        {square && (
          <span className={classes.token}>
            <img
              src={uri}
              alt=""
              style={{
                width: `${10_000 / square.width}%`,
                height: `${10_000 / square.height}%`,
                left: `${(-square.x / square.width) * 100}%`,
                top: `${(-square.y / square.height) * 100}%`,
              }}
            />
            <Rim rim={look.rim} colour={colour} />
          </span>
        )}
      </div>
    </figure>
  )
}

const names: Record<TokenRim, string> = {
  plain: 'Plain',
  gold: 'Gold',
  iron: 'Iron',
  wood: 'Wood',
  campaign: "The campaign's colour",
  none: 'No rim',
}

interface RimsProps {
  rim: TokenRim
  colour: string
  onChange: (rim: TokenRim) => void
}

const Rims = ({ rim, colour, onChange }: RimsProps) => (
  <fieldset className={classes.rims}>
    <legend>Rim</legend>
    {TokenRim.options.map((option) => (
      <label key={option} title={names[option]} data-none={rimColours(option, colour).length === 0 || undefined}>
        <input
          type="radio"
          name="rim"
          aria-label={names[option]}
          checked={option === rim}
          onChange={() => onChange(option)}
        />
        <Rim rim={option} colour={colour} />
      </label>
    ))}
  </fieldset>
)
