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

/** Fills an installation with the demo campaign, or with what is missing of it. */
export async function fill(client: Client, cast: Cast, tell: Filling['tell']): Promise<void> {
  const { name, description, rpgSystemCode, welcomeMessage } = campaign
  const body = { id: campaignId, name, description, rpgSystemCode }
  // People may be new in a campaign that an earlier version filled: its own act alone says whether it was there.
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
  // The views have it all, then, also when the installation stops right after.
  await cast.Ines.get('/users/me', Me)
}
