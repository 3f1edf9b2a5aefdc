import { readPrompt } from '../prompt.ts'
import { contactShadow, extentOf, inLightOf, over } from './compose.ts'
import { findSubject, type Looked } from './find.ts'
import { meanLab } from './lab.ts'
import { cutOut } from './matte.ts'
import type { Raster } from './raster.ts'
import { refusals } from './refusal.ts'
import { styleOf } from './style.ts'
import { drawScene, understands } from './touch-up.ts'

/** Returns the main subject on a transparent background. */
export const removeBackground = async (looked: Looked): Promise<Raster> =>
  cutOut(looked.picture, await findSubject(looked))

interface Wanted extends Looked {
  prompt: string
  progress?: (share: number) => void
}

const sceneModel = (prompt: string) => {
  const { place, built, setting } = readPrompt(prompt)
  if (place.length === 0 && (built.length > 0 || setting.some((idea) => idea !== 'cave'))) return 'studio-settlement'
  return 'studio-vista'
}

/** Puts the subject in front of a scene of the words, in the scene's light; adds a shadow unless the lower edge cuts it off. */
export const replaceBackground = async ({ prompt, progress, ...looked }: Wanted): Promise<Raster> => {
  const { setting } = readPrompt(prompt)
  if (!understands(prompt) && setting.length === 0) throw refusals.notUnderstood(prompt)
  const { picture, seed } = looked
  const subject = await removeBackground(looked)
  progress?.(0.4)
  const order = { prompt, style: styleOf(picture), seed }
  const scene = await drawScene(order, picture, sceneModel(prompt))
  progress?.(0.8)
  const light = meanLab(scene, new Uint8Array(scene.w * scene.h).fill(255), 7)
  const matched = light ? inLightOf(subject, light, 0.7) : subject
  const extent = extentOf(subject)
  const stands = extent && extent.y + extent.h < picture.h * 0.98
  const ground = stands ? over(scene, contactShadow(extent, picture.w, picture.h, 0.6)) : scene
  return over(ground, matched)
}
