import { Me } from '#domain/me.ts'
import { campaign } from './campaign.ts'
import type { Client } from './client.ts'
import { addContents, hangGalleries } from './contents.ts'
import { writeDraft } from './drafts.ts'
import { draw, layTable } from './draw.ts'
import { type Cast, campaignId, type Filling, keyOf, lenient } from './filling.ts'
import { mention } from './mentions.ts'
import { sculpt } from './models.ts'
import { readDemoPages } from './pages.ts'
import { gatherPlayers, grantPlans, pay } from './players.ts'
import { relate } from './relationships.ts'
import { writeTemplates } from './templates.ts'
import { throwAway, write } from './write.ts'

/** Fills an installation with the demo campaign, or adds the missing parts. */
export async function fill(client: Client, cast: Cast, tell: Filling['tell']): Promise<void> {
  const { name, description, rpgSystemCode, welcomeMessage } = campaign
  const body = { id: campaignId, name, description, rpgSystemCode }
  // An earlier version may have filled the campaign with fewer people: only its own command shows whether the campaign existed.
  const { fresh } = client.told()
  await cast.Ines.act(keyOf('campaign'), 'POST', '/campaigns', body)
  const unlessChanged = lenient(client.told().fresh === fresh, tell)
  const plans = await grantPlans({ cast, tell })
  const filling: Filling = { client, cast, plans, tell, unlessChanged }

  await unlessChanged(() => cast.Ines.act(keyOf('welcome'), 'PATCH', `/campaigns/${campaignId}`, { welcomeMessage }))
  await gatherPlayers(filling)
  await pay(filling)
  const pages = readDemoPages().filter(({ visibility }) => plans || visibility !== 'PRIVATE')
  await write(filling, pages)
  await relate(filling, pages)
  await addContents(filling, pages)
  await writeDraft(filling, pages)
  await mention(filling, pages)
  await draw(filling)
  await sculpt(filling)
  await layTable(filling)
  await hangGalleries(filling, pages)
  await writeTemplates(filling)
  await throwAway(filling)
  // Waits until the views contain everything, since the installation may stop right after.
  await cast.Ines.get('/users/me', Me)
}
