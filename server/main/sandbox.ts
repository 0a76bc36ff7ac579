import type { Logger } from 'pino'
import type { WorkFor } from '../app/engine/commit.ts'
import { later, laterSubject } from '../app/later.ts'
import type { Portico } from '../app/portico.ts'
import { sandboxActors } from '../app/sandbox/actors.ts'
import type { Liven } from '../app/sandbox/liven.ts'
import type { BringMail } from '../app/sandbox/mailbox.ts'
import { sandboxPeople } from '../app/sandbox/people.ts'
import type { Sandbox } from '../app/sandbox/sandbox.ts'
import type { Synthesise } from '../app/sandbox/synthesis-order.ts'
import type { ReadTexts } from '../app/texts/read-texts.ts'
import type { Identity } from '../auth/identity.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import type { DerivedFiles } from '../files/derived.ts'
import { synthesise as synthesiseJob } from '../jobs/synthesise.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'
import { type SealBy, workBesideSealing } from './sealing.ts'

type SandboxParts = {
  db: Database
  clock: () => Date
  log: Logger
  blobs: Blobs
  derived: DerivedFiles
  identity: Identity
  portico: Pick<
    Portico,
    'cases' | 'execute' | 'letters' | 'live' | 'mail' | 'parties' | 'permissions' | 'profiles'
  >
  readTexts: ReadTexts
  sealBy: SealBy
  workFor: WorkFor
  nudge: (events: readonly StoredEvent[]) => void
}

/** Synthetic cases; where they are at work, also the invented people who work on them, and their mail. */
export function wireSandbox(
  settings: Settings,
  parts: SandboxParts,
): {
  synthesise: Synthesise
  sandbox: Sandbox
  liven: Liven | undefined
  bringMail: BringMail | undefined
} {
  const { db, clock, log, blobs, derived, portico, readTexts } = parts
  const isAtWork = settings.mode === 'sandbox' && settings.synthetic.isAtWork
  const people = isAtWork ? parts.identity.sandboxPeople : undefined
  const actors = people && (() => sandboxActors(people.list))

  const synthesise: Synthesise = later(async () => {
    const { createSynthesise } = await import('../app/sandbox/synthesise.ts')
    const { cases, execute, profiles } = portico
    return createSynthesise({
      db,
      blobs,
      derived,
      execute,
      cases,
      profiles,
      readTexts,
      clock,
      people: actors,
    })
  })

  const sandbox: Sandbox = laterSubject(async () => {
    const { openSandbox } = await import('../app/sandbox/sandbox.ts')
    return openSandbox({
      db,
      synthesise,
      enqueue: (order) => synthesiseJob.enqueue(db, order),
      ensureWork:
        people &&
        (async () => {
          await people.ensure(sandboxPeople)
          const { ensureDashboards } = await import('../app/sandbox/dashboards.ts')
          await ensureDashboards(db, clock)
        }),
      seed: settings.synthetic.seed,
      sizes: settings.synthetic.pages,
    })
  })

  const bringMail: BringMail | undefined =
    actors &&
    later(async () => {
      const { createBringMail } = await import('../app/sandbox/mailbox.ts')
      const { mail, letters, parties } = portico
      return createBringMail({
        ...{ mail, letters, parties, clock },
        people: actors,
        scratchPath: derived.scratchPath,
        onRefused: (caseId, why) => log.warn({ caseId, why }, 'a synthetic case has not all of its mail'),
      })
    })

  return { synthesise, sandbox, bringMail, liven: actors && livenLater(settings, parts, actors) }
}

function livenLater(
  { recognition }: Settings,
  { db, clock, log, portico, sealBy, workFor, nudge }: SandboxParts,
  people: () => ReturnType<typeof sandboxActors>,
): Liven {
  return later(async () => {
    const [{ createLiven }, { openPastDesk }] = await Promise.all([
      import('../app/sandbox/liven.ts'),
      import('../app/sandbox/past-desk.ts'),
    ])
    const { profiles, permissions } = portico
    const desk = {
      ...{ db, profiles, permissions, recognition },
      workFor: workBesideSealing(workFor),
      afterCommit(events: readonly StoredEvent[]) {
        portico.live.nudge()
        nudge(events)
      },
    }
    return createLiven({
      ...{ db, people, sealBy, clock },
      openDesk: (past) => openPastDesk(desk, past),
      onRefused: (caseId, why) =>
        log.warn({ caseId, why }, 'a synthetic case was not worked up to its stage'),
    })
  })
}
