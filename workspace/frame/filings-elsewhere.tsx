import { Link } from '@tanstack/react-router'
import { caseInReader, filings } from '../data/filings.ts'
import { useStore } from '../data/store.ts'
import { Filings } from '../ui/filings.tsx'
import { plainName } from '../ui/plain-name.ts'

/** Files on their way into cases that are not open in the reader. */
export function FilingsElsewhere() {
  const open = useStore(caseInReader)
  const elsewhere = useStore(filings).filter(({ caseId }) => caseId !== open)
  return (
    <div className="filings-elsewhere">
      <Filings
        filings={elsewhere}
        nameOf={({ caseId, name }) => (
          <Link to="/cases/$caseId/read" params={{ caseId }}>
            {plainName(name)}
          </Link>
        )}
      />
    </div>
  )
}
