import { Broken, type Trial } from './trial.ts'

type Shown = Pick<Trial, 'effects'>

/** The other side shows the same before and after. */
export async function changesNothing(trial: Shown, what: string, work: () => Promise<unknown>) {
  const before = await trial.effects()
  await work()
  const after = await trial.effects()
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new Broken(`${what} changed what the other side shows: ${differing(before, after)}.`)
}

export async function countAdded(trial: Shown, work: () => Promise<unknown>): Promise<number> {
  const before = await trial.effects()
  await work()
  return (await trial.effects()).length - before.length
}

function differing(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((line) => !before.includes(line))
  const gone = before.filter((line) => !after.includes(line))
  if (added.length > 0) return `there is now ${added.join(', ')}`
  if (gone.length > 0) return `${gone.join(', ')} is gone`
  return `${counted(before.length)} became ${after.length}`
}

export const counted = (count: number) => `${count} effect${count === 1 ? '' : 's'}`
