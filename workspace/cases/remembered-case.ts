import type { Case } from '@portico/sdk'
import { useEffect } from 'react'
import { forgetCase, rememberCase } from '../data/recent.ts'
import { isWithdrawn } from '../ui/staleness.ts'
import { fileName } from './names.ts'

/** The command menu offers first what was open last. */
export function useRememberedCase(caseId: string, opened: Case | undefined, error: unknown) {
  const isGone = isWithdrawn(error)
  useEffect(() => {
    if (isGone) return forgetCase(caseId)
    if (!opened) return
    const { id, veteran, docketNumber } = opened
    rememberCase({ caseId: id, name: fileName(veteran), docketNumber })
  }, [caseId, opened, isGone])
}
