import { useQuery } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { Share } from './share.tsx'

const { coverage: text } = words

/** For reviewers: how much of the file its drafter and others have looked at. */
export function Colleagues() {
  const { caseId, may } = useReading()
  const found = useQuery({
    queryKey: [...keys.case(caseId), 'coverage'],
    queryFn: ({ signal }) => portico().cases.coverage(caseId, { signal }),
    enabled: may('reviewDrafts'),
  }).data
  if (!found?.readers.length) return null
  return (
    <section>
      <h3>{text.readers}</h3>
      {found.readers.map(({ memberId, displayName, pagesSeen, documentsRead, drafts }) => (
        <div key={memberId} data-id={memberId}>
          <Share
            label={drafts ? text.drafter(displayName) : displayName}
            part={pagesSeen}
            whole={found.pages}
          />
          <p className="faint">{text.read(documentsRead, found.documents)}</p>
        </div>
      ))}
    </section>
  )
}
