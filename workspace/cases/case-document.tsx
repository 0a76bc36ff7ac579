import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Skeleton } from '../ui/states.tsx'
import { words } from '../words/mail.ts'

const WholePdf = lazy(() => import('../ui/pdf-file.tsx').then(({ WholePdf }) => ({ default: WholePdf })))

/** A short document of a case, such as a letter, page under page. */
export function CaseDocument({
  caseId,
  documentId,
  name,
}: {
  caseId: string
  documentId: string
  name: string
}) {
  const query = useQuery({
    queryKey: [...keys.of(caseId, 'documents'), documentId, 'pdf'],
    queryFn: async () => (await portico().documents.content(caseId, documentId)).bytes(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Answer query={query}>
      {(bytes) => (
        <Suspense fallback={<Skeleton lines={12} />}>
          <WholePdf bytes={bytes} nameOf={(page) => words.piece.page(name, page)} />
        </Suspense>
      )}
    </Answer>
  )
}
