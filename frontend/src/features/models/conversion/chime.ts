/** Hertz, and seconds. */
const notes = [659.3, 880] as const
const noteSeconds = 0.14
const fadeSeconds = 0.5
const volume = 0.04

/** Plays two quiet notes; silent where the browser forbids sound. */
export const playChime = (): void => {
  try {
    const audio = new AudioContext()
    for (const [n, frequency] of notes.entries()) {
      const at = audio.currentTime + n * noteSeconds
      const [tone, gain] = [audio.createOscillator(), audio.createGain()]
      tone.frequency.value = frequency
      gain.gain.setValueAtTime(volume, at)
      gain.gain.exponentialRampToValueAtTime(0.0001, at + fadeSeconds)
      tone.connect(gain).connect(audio.destination)
      tone.start(at)
      tone.stop(at + fadeSeconds)
      if (n === notes.length - 1) tone.onended = () => void audio.close()
    }
  } catch {
    // The sound only repeats what the screen shows.
  }
}
