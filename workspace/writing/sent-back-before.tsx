import { useQuery } from '@tanstack/react-query'
import { remandsQuery } from '../data/case.ts'
import { useProfile } from '../data/profile.ts'
import { Checklist } from '../remands/checklist.tsx'
import { words } from '../words/remands.ts'

/** What was sent back and is decided now: its instructions stand beside the new decision. */
export function SentBackBefore({ caseId }: { caseId: string }) {
  const profile = useProfile()
  const remands = useQuery(remandsQuery(caseId)).data ?? []
  const open = remands.filter(
    ({ status, decidedIn, instructions }) =>
      status === 'returned' &&
      (decidedIn === undefined || instructions.some(({ isDealtWith }) => !isDealtWith)),
  )
  if (open.length === 0) return null
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {open.map((remand) => (
        <Checklist key={remand.id} caseId={caseId} remand={remand} profile={profile} />
      ))}
    </section>
  )
}
