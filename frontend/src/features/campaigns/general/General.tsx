import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { campaignNameLimit, defaultCampaignName, defaultRpgSystem } from '#domain/campaign-words.ts'
import { type Campaign, mayManage, roleNames } from '../../../data/campaigns.ts'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { useCampaignUsageQuery } from '../../../data/usage.ts'
import { dateOf } from '../../../ui/dates.ts'
import { StorageBar } from '../../../ui/StorageBar.tsx'
import { Background } from './Background.tsx'
import classes from './general.module.css'
import { Saved } from './Saved.tsx'
import { SystemInput } from './SystemInput.tsx'
import { TextField } from './TextField.tsx'
import { useSavedField } from './use-saved-field.ts'

const clean = (typed: string) => typed.trim() || defaultCampaignName

/**
 * The campaign's name. Enter saves at once; Escape restores and saves the name as it was on focus or at the last Enter.
 * A rejected name is reverted.
 */
const NameField = ({ campaign: { id, name } }: { campaign: Campaign }) => {
  const field = useSavedField({ campaignId: id, field: 'name', value: name, delayMs: 500, clean })
  const before = useRef(name)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') before.current = clean(field.draft)
    else if (event.key === 'Escape') field.write(before.current)
    else return
    field.settle()
  }
  return (
    <Saved state={field.state}>
      <TextInput
        classNames={{ input: classes.name }}
        label="Campaign name"
        value={field.draft}
        maxLength={campaignNameLimit}
        onFocus={() => {
          before.current = name
        }}
        onBlur={field.settle}
        onChange={(event) => field.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Saved>
  )
}

/** The campaign's storage usage, once loaded; for users who run the campaign. */
const Storage = ({ campaignId }: { campaignId: string }) => {
  const { data } = useCampaignUsageQuery(campaignId, { refetchOnMountOrArgChange: true })
  return data ? <StorageBar label="Storage" share={data} /> : null
}

/** The campaign's general settings; read-only for users who do not run it, and in a copy of a past state. */
export const General = () => {
  const campaign = useCampaign()
  if (!campaign) return null
  const { id, name, description, rpgSystemCode, welcomeMessage, role, memberCount, createdAt } = campaign
  const mayChange = mayManage(campaign) && !campaign.asOf
  return (
    <div className={classes.general}>
      {mayChange ? (
        <div key={id} className={classes.fields}>
          <NameField campaign={campaign} />
          <SystemField campaign={campaign} />
          <TextField
            campaign={campaign}
            field="description"
            label="Description"
            help="What your table should know about this campaign."
            limit={10_000}
          />
          <TextField
            campaign={campaign}
            field="welcomeMessage"
            label="Welcome message"
            help="Stands on the page that an invitation opens."
            limit={5_000}
          />
        </div>
      ) : (
        <div className={classes.fields}>
          <h2 className={classes.fixedName}>{name}</h2>
          {description && <p className={classes.prose}>{description}</p>}
          {welcomeMessage && <p className={`${classes.prose} ${classes.welcome}`}>{welcomeMessage}</p>}
        </div>
      )}
      <div className={classes.beside}>
        <Background campaign={campaign} mayChange={mayChange} />
        <dl className={classes.facts}>
          {!mayChange && (
            <>
              <dt>Roleplaying system</dt>
              <dd>{rpgSystemCode}</dd>
            </>
          )}
          <dt>Your role</dt>
          <dd>{roleNames[role]}</dd>
          <dt>Members</dt>
          <dd className="num">{memberCount}</dd>
          <dt>Created</dt>
          <dd className="num">{dateOf(createdAt)}</dd>
        </dl>
        {mayManage(campaign) && <Storage campaignId={id} />}
      </div>
    </div>
  )
}

const cleanSystem = (typed: string) => typed.trim() || defaultRpgSystem

const SystemField = ({ campaign: { id, rpgSystemCode } }: { campaign: Campaign }) => {
  const field = useSavedField({
    campaignId: id,
    field: 'rpgSystemCode',
    value: rpgSystemCode,
    delayMs: 500,
    clean: cleanSystem,
  })
  return (
    <Saved state={field.state}>
      <SystemInput value={field.draft} onChange={field.write} onBlur={field.settle} />
    </Saved>
  )
}
