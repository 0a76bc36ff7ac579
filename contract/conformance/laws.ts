import type { PortDeclaration } from '../ports/kit.ts'
import { PortError } from '../ports/kit.ts'
import { changesNothing, countAdded, counted } from './effects.ts'
import type { Law } from './law.ts'
import { Broken, bytesOf, faultOf, isPortError, Skipped, type Trial } from './trial.ts'

/** The laws that follow from any declaration. */
export function lawsOfEveryPort(port: PortDeclaration): Law[] {
  const asks = Object.values(port.calls).some(({ mode }) => mode === 'ask')
  const facts = Object.keys(port.tells).length > 0
  return [...always, ...(asks ? [asking] : []), ...(facts ? [factsFit, factsOnce] : []), wire]
}

const answers: Law = {
  name: 'answers',
  says: 'Every call that it has answers as the port declares.',
  async check(trial) {
    const adapter = await trial.adapter()
    const without: string[] = []
    let checked = 0
    for (const [call, { output, answersBytes }] of callsOf(trial)) {
      if (!trial.has(adapter, call)) continue
      const input = await trial.input(adapter, call).catch(unlessSkipped)
      if (input === undefined) {
        without.push(call)
        continue
      }
      const answer = await trial.call(adapter, call, input)
      checked += 1
      if (answersBytes) await bytesOf(answer as unknown as AsyncIterable<Uint8Array>)
      else {
        const fault = faultOf(output, answer, `The answer of ${call}`)
        if (fault) throw new Broken(fault)
      }
    }
    if (checked === 0) throw new Skipped('It has no call with a sample.')
    return without.length > 0 ? `Not tried, for want of a sample: ${without.join(', ')}.` : undefined
  },
}

const repeat: Law = {
  name: 'repeat',
  says: 'A call that is repeated under its key has one effect.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await trial.call(adapter, call, input, { key })
      await changesNothing(trial, `${call}, repeated,`, () =>
        trial.call(adapter, call, input, { key, attempt: 2 }),
      )
    }),
}

const crash: Law = {
  name: 'crash',
  says: 'After a crash between the call and its answer, the retry has one effect.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const crashed = await trial.adapter()
      const [input, key] = [await trial.input(crashed, call), trial.key()]
      const { wire: http } = trial.subject
      if (http)
        return addsAsMuch(trial, call, `${call}, retried after its caller had hung up,`, async () => {
          await http.hangUp('after', call, input, key)
          await trial.call(crashed, call, input, { key, attempt: 2 })
        })
      await trial.call(crashed, call, input, { key })
      const next = await trial.adapter()
      await changesNothing(trial, `${call}, repeated by another process,`, () =>
        trial.call(next, call, input, { key, attempt: 2 }),
      )
    }),
}

const overlap: Law = {
  name: 'overlap',
  says: 'Two attempts at the same time have one effect.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await addsAsMuch(trial, call, `${call}, tried twice at the same time,`, async () => {
        const tries = [1, 2].map((attempt) => trial.call(adapter, call, input, { key, attempt }))
        const settled = await Promise.allSettled(tries)
        const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
        if (failed.length === 2) throw new Broken(`Both attempts of ${call} failed: ${String(failed[0])}`)
        const fatal = failed.find((error) => !isPortError(error) || !error.retryable)
        if (fatal) throw new Broken(`${call} failed for good while it was under way: ${String(fatal)}`)
      })
    }),
}

const disorder: Law = {
  name: 'disorder',
  says: 'A retry that comes after later calls changes nothing.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await trial.call(adapter, call, input, { key })
      for (let later = 0; later < 3; later += 1)
        await trial.call(adapter, call, await trial.input(adapter, call))
      await changesNothing(trial, `${call}, repeated after later calls,`, () =>
        trial.call(adapter, call, input, { key, attempt: 2 }),
      )
    }),
}

const timeout: Law = {
  name: 'timeout',
  says: 'A call ends when its deadline passes, and its retry has one effect.',
  async check(trial) {
    const canHang = trial.subject.mood !== undefined
    await forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await addsAsMuch(trial, call, `${call}, retried after its deadline,`, async () => {
        const giveUp = async () => {
          const controller = new AbortController()
          const call1 = trial.call(adapter, call, input, { key, signal: controller.signal })
          const end = call1.then(
            () => 'answered' as const,
            () => 'failed' as const,
          )
          await new Promise((next) => setImmediate(next))
          controller.abort(new PortError('timeout', 'The deadline has passed.'))
          return trial.ended(end, `${call}, past its deadline,`)
        }
        const end = canHang ? await trial.during('hanging', giveUp) : await giveUp()
        if (canHang && end === 'answered') throw new Broken(`${call} answered for a system that hangs.`)
        await trial.call(adapter, call, input, { key, attempt: 2 })
      })
    })
    return canHang ? undefined : 'The other side could not be made to hang: the call was given up at once.'
  },
}

const refusal: Law = {
  name: 'refusal',
  says: 'What the other side refuses fails for good, with a sentence and without effect.',
  async check(trial) {
    const { refused, mood } = trial.subject
    if (!refused && !mood)
      throw new Skipped('The subject has no input that the other side refuses, and cannot make it refuse.')
    await forEachDo(trial, async (call) => {
      if (!trial.hasSample(call, 'refused') && !mood) return
      const isSample = trial.hasSample(call, 'refused')
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, call, isSample ? 'refused' : 'samples')
      await changesNothing(trial, `${call}, refused,`, async () => {
        const refusedCall = async () => {
          const { retryable, code } = await trial.failure(
            trial.call(adapter, call, input),
            `where ${call} is refused`,
          )
          if (retryable) throw new Broken(`${call} was refused, and says ${code}, which would be retried.`)
        }
        await (isSample ? refusedCall() : trial.during('refusing', refusedCall))
      })
    })
  },
}

const redrive: Law = {
  name: 'redrive',
  says: 'What was refused and is sent again under its key has its effect once the other side takes it.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await addsAsMuch(trial, call, `${call}, sent again after a refusal,`, async () => {
        await trial.during('refusing', () =>
          trial.failure(trial.call(adapter, call, input, { key }), `where ${call} is refused`),
        )
        await trial.call(adapter, call, input, { key, attempt: 2 })
      })
    }),
}

const outage: Law = {
  name: 'outage',
  says: 'While the other side is down a call fails as retryable, and its retry has one effect.',
  check: (trial) =>
    forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, call), trial.key()]
      await addsAsMuch(trial, call, `${call}, retried after an outage,`, async () => {
        const { retryable, code } = await trial.during('down', () =>
          trial.failure(trial.call(adapter, call, input, { key }), 'while the other side was down'),
        )
        if (!retryable) throw new Broken(`${call} says ${code} during an outage, which would not be retried.`)
        await trial.call(adapter, call, input, { key, attempt: 2 })
      })
    }),
}

const health: Law = {
  name: 'health',
  says: 'Its check passes while the other side is well, and fails while it is down.',
  async check(trial) {
    const adapter = await trial.adapter()
    if (!adapter.check) throw new Skipped('It has no check.')
    const { signal } = new AbortController()
    await adapter.check(signal)
    const isBlind = await trial.during('down', async () =>
      adapter.check?.(signal).then(
        () => true,
        () => false,
      ),
    )
    if (isBlind) throw new Broken('Its check passes while the other side is down.')
  },
}

const capability: Law = {
  name: 'capability',
  says: 'It has the calls that its capabilities promise, and no others.',
  async check(trial) {
    const adapter = await trial.adapter()
    const declared: readonly string[] = adapter.supports
    const unknown = declared.filter((name) => !Object.hasOwn(trial.port.supports, name))
    if (unknown.length > 0)
      throw new Broken(`It declares ${unknown.join(', ')}, which the port does not have.`)
    const stray = Object.keys(adapter.calls).filter((call) => !Object.hasOwn(trial.port.calls, call))
    if (stray.length > 0) throw new Broken(`It has ${stray.join(', ')}, which the port does not have.`)
    for (const [call, { needs }] of callsOf(trial)) {
      const isPromised = needs === undefined || declared.includes(needs)
      if (isPromised && !trial.has(adapter, call))
        throw new Broken(needs ? `It declares ${needs}, and has no ${call}.` : `It has no ${call}.`)
      if (isPromised || !trial.has(adapter, call)) continue
      const input = await trial.input(adapter, call)
      const { code } = await trial.failure(
        trial.call(adapter, call, input),
        `to ${call}, though it does not declare ${needs}`,
      )
      if (code !== 'notSupported') throw new Broken(`${call} says ${code} instead of notSupported.`)
    }
  },
}

const cancellation: Law = {
  name: 'cancellation',
  says: 'A call that was cancelled before it began, or was cut off, has no effect.',
  async check(trial) {
    const { wire: http } = trial.subject
    await forEachDo(trial, async (call) => {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, call)
      // Over HTTP a call that is cancelled in time is never sent: what can come is half of one.
      if (http)
        return changesNothing(trial, `${call}, cut off,`, () =>
          http.hangUp('within', call, input, trial.key()),
        )
      const signal = AbortSignal.abort(new PortError('timeout', 'It was cancelled.'))
      await changesNothing(trial, `${call}, cancelled,`, async () => {
        const end = trial.call(adapter, call, input, { signal }).then(
          () => true,
          () => false,
        )
        if (await trial.ended(end, `${call}, cancelled,`))
          throw new Broken(`${call} answered, though cancelled.`)
      })
    })
  },
}

const asking: Law = {
  name: 'asking',
  says: 'Asking changes nothing at the other side.',
  async check(trial) {
    const adapter = await trial.adapter()
    let asked = 0
    for (const [call, { mode, answersBytes }] of callsOf(trial)) {
      if (mode !== 'ask' || !trial.has(adapter, call)) continue
      const input = await trial.input(adapter, call).catch(unlessSkipped)
      if (input === undefined) continue
      asked += 1
      await changesNothing(trial, call, async () => {
        const answer = await trial.call(adapter, call, input)
        if (answersBytes) await bytesOf(answer as unknown as AsyncIterable<Uint8Array>)
      })
    }
    if (asked === 0) throw new Skipped('It has no call to ask with a sample.')
  },
}

const factsFit: Law = {
  name: 'facts',
  says: 'What it tells fits the port, and is covered by its capabilities.',
  check: (trial) =>
    forEachFact(trial, async ({ name, fact }, supports) => {
      const declared = trial.port.tells[name]
      if (!declared) throw new Broken(`It tells ${name}, which the port does not have.`)
      const fault = faultOf(declared.fact, fact, name)
      if (fault) throw new Broken(fault)
      if (declared.needs && !supports.includes(declared.needs))
        throw new Broken(`It tells ${name} without declaring ${declared.needs}.`)
    }),
}

const factsOnce: Law = {
  name: 'factsOnce',
  says: 'A fact that is told again has the same id, after a crash too.',
  async check(trial) {
    const first = new Map<string, string>()
    await forEachFact(trial, async ({ name, id }) => void first.set(name, id))
    await forEachFact(trial, async ({ name, id }) => {
      if (first.get(name) !== id) throw new Broken(`${name} was told again under another id.`)
    })
  },
}

const wire: Law = {
  name: 'wire',
  says: 'Over HTTP, it refuses what is not signed with the secret of the binding, and what it does not know.',
  async check(trial) {
    const { wire: http } = trial.subject
    if (!http) throw new Skipped('The adapter runs in this process.')
    const adapter = await trial.adapter()
    const [call] = Object.keys(trial.port.calls).filter((name) => trial.has(adapter, name))
    if (!call) throw new Skipped('It has no call.')
    for (const fault of ['unsigned', 'wrongSecret', 'otherBody', 'old'] as const) {
      const status = await http.statusOf(call, fault)
      if (status !== 401 && status !== 403)
        throw new Broken(`A call that is ${faultWords[fault]} gets ${status}.`)
    }
    const unknown = await http.statusOf('noSuchCall', 'unknownCall')
    if (![404, 405, 501].includes(unknown)) throw new Broken(`A call that it does not have gets ${unknown}.`)
    const status = await http.statusOf(call, 'notJson')
    if (status < 400 || status > 499) throw new Broken(`A body that is not JSON gets ${status}.`)
  },
}

const faultWords = {
  unsigned: 'not signed',
  wrongSecret: 'signed with another secret',
  otherBody: 'signed for another body',
  old: 'signed ten minutes ago',
}

const always = [
  answers,
  repeat,
  crash,
  overlap,
  disorder,
  timeout,
  refusal,
  redrive,
  outage,
  health,
  capability,
  cancellation,
]

const callsOf = ({ port }: Trial) => Object.entries(port.calls)

/** Runs for every call of mode `do` that it has and that has a sample. */
export async function forEachDo(trial: Trial, check: (call: string) => Promise<void>): Promise<undefined> {
  const adapter = await trial.adapter()
  let checked = 0
  let reason: Skipped | undefined
  for (const [call, { mode }] of callsOf(trial)) {
    if (mode !== 'do' || !trial.has(adapter, call)) continue
    try {
      await check(call)
      checked += 1
    } catch (error) {
      if (!(error instanceof Skipped)) throw error
      reason = error
    }
  }
  if (checked === 0) throw reason ?? new Skipped('It has no call of mode do.')
}

/** As many effects as one ordinary call has. */
async function addsAsMuch(trial: Trial, call: string, what: string, work: () => Promise<unknown>) {
  const adapter = await trial.adapter()
  const ordinary = await trial.input(adapter, call)
  const added = await countAdded(trial, () => trial.call(adapter, call, ordinary))
  const now = await countAdded(trial, work)
  if (now !== added) throw new Broken(`${what} has ${counted(now)} instead of ${added}.`)
}

async function forEachFact(
  trial: Trial,
  check: (told: { name: string; fact: unknown; id: string }, supports: readonly string[]) => Promise<void>,
): Promise<undefined> {
  const provoke = Object.entries(trial.subject.provoke ?? {})
  if (provoke.length === 0) throw new Skipped('The subject cannot make the other side report anything.')
  const { adapter, told, close } = await trial.open()
  if (!told) throw new Skipped('The subject does not say what was told.')
  await adapter.start?.()
  for (const [name, cause] of provoke) {
    const { length } = told()
    await cause?.()
    await trial.until(() => told().length > length, `${name} was not told`)
    const facts = told().slice(length)
    const one = facts.find((fact) => fact.name === name)
    if (!one) throw new Broken(`It told ${facts[0]?.name} instead of ${name}.`)
    await check(one, adapter.supports)
  }
  // One watches at a time: whatever is reported next is for the one that is opened next.
  await close()
}

function unlessSkipped(error: unknown): undefined {
  if (!(error instanceof Skipped)) throw error
}
