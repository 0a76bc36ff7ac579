import type { PortDeclaration } from '../ports/kit.ts'
import type { Conformance, Law } from './law.ts'
import { lawsOfEveryPort } from './laws.ts'
import type { Subject } from './subject.ts'
import { openTrial, Skipped } from './trial.ts'

export { subjectOf } from './in-process.ts'
export type { Conformance, Law } from './law.ts'
export type { Mood, Opened, Samples, Subject, Told } from './subject.ts'

/** Raised when a law is added, or asks for more than before. */
export const kitVersion = '1.6.0'

export function defineConformance<Port extends PortDeclaration>(
  conformance: Omit<Conformance<Port>, 'after'> & Partial<Pick<Conformance<Port>, 'after'>>,
): Conformance<Port> {
  const own = conformance.laws as readonly Law[]
  const laws = [...lawsOfEveryPort(conformance.port), ...own] as readonly Law<Port>[]
  return { after: {}, ...conformance, laws }
}

export type Result = { law: string; says: string; result: 'kept' | 'broken' | 'skipped'; why?: string }

export type CheckOptions = {
  /** How long a call may take after its deadline, or a fact to arrive. */
  patienceMs?: number
}

/** Holds a subject against the laws of its port, one after the other. Needs no test runner and no Portico. */
export async function checkLaws<Port extends PortDeclaration>(
  conformance: Conformance<Port>,
  subject: Subject<Port>,
  { patienceMs = 10_000 }: CheckOptions = {},
): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, says, check } of conformance.laws) {
    const trial = openTrial(conformance, subject, patienceMs)
    const verdict = await check(trial)
      .then((why) => ({ result: 'kept' as const, ...(typeof why === 'string' ? { why } : {}) }))
      .catch((error: unknown) => ({
        result: error instanceof Skipped ? ('skipped' as const) : ('broken' as const),
        why: error instanceof Error ? error.message : String(error),
      }))
    await trial.close()
    results.push({ law: name, says, ...verdict })
  }
  return results
}

/** For a test: throws a sentence for each law that is broken; else gives the results, for those that are skipped. */
export async function keepsTheLaws<Port extends PortDeclaration>(
  conformance: Conformance<Port>,
  subject: Subject<Port>,
  options?: CheckOptions,
): Promise<Result[]> {
  const results = await checkLaws(conformance, subject, options)
  const broken = results.filter(({ result }) => result === 'broken')
  if (broken.length > 0)
    throw new Error(broken.map(({ law, says, why }) => `${law} is broken. ${says} ${why}`).join('\n'))
  return results
}

export type Certificate = {
  kit: string
  port: string
  spec: number
  adapter: string
  supports: readonly string[]
  at: string
  isKept: boolean
  laws: readonly Result[]
}

export function certificateOf(
  { name, spec }: PortDeclaration,
  { adapter, supports, at, laws }: Pick<Certificate, 'adapter' | 'supports' | 'laws'> & { at: Date },
): Certificate {
  const isKept = laws.every(({ result }) => result !== 'broken')
  return { kit: kitVersion, port: name, spec, adapter, supports, at: at.toISOString(), isKept, laws }
}
