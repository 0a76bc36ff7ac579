import { later, laterSubject } from '../app/later.ts'
import type { ComposeOwed } from '../app/letters/compose-owed.ts'
import type { Portico } from '../app/portico.ts'
import type { Transcribing } from '../app/sessions/transcripts/make-transcript.ts'
import type { Blobs } from '../files/blobs.ts'
import type { Typesetting } from '../files/decision/typesetting.ts'
import type { Speech } from '../files/speech/speech.ts'
import type { Database } from '../store/db.ts'

/** What jobs typeset besides decisions: letters and transcripts. */
export function wirePapers({
  portico: { execute, profiles },
  speech,
  sendsEmail,
  ...parts
}: {
  db: Database
  blobs: Blobs
  typesetting: Typesetting
  speech: Speech
  clock: () => Date
  notice: string | undefined
  portico: Pick<Portico, 'execute' | 'profiles'>
  sendsEmail: boolean
}): { composeLetter: ComposeOwed; transcribing: Transcribing } {
  const { db, blobs, typesetting, clock, notice } = parts
  const desk = { db, execute, profileFor: profiles.inForceFor, clock, blobs, typesetting, notice }
  return {
    composeLetter: later(async () => {
      const { createComposeOwed } = await import('../app/letters/compose-owed.ts')
      return createComposeOwed({ ...desk, sendsEmail })
    }),
    transcribing: laterSubject(async () => {
      const { createTranscribing } = await import('../app/sessions/transcripts/make-transcript.ts')
      return createTranscribing({ ...desk, speech })
    }),
  }
}
