import { useQuery } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { WholePdf } from '../ui/pdf-file.tsx'
import { words } from '../words/case-page.ts'

/** The sealed decision as it was signed, page by page. */
export function SealedPdf({ caseId, workProductId }: { caseId: string; workProductId: string }) {
  const query = useQuery({
    queryKey: [...keys.of(caseId, 'decisions'), workProductId, 'pdf'],
    queryFn: async () => (await portico().decisions.file(caseId, { workProductId })).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Answer query={query}>
      {(bytes) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <div className="sealed" role="region" aria-label={words.decisions.pdf} tabIndex={0}>
          <WholePdf bytes={bytes} nameOf={(page) => `${words.decisions.pdf} ${page}`} />
        </div>
      )}
    </Answer>
  )
}
