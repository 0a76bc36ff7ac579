const limits = [2, 11, 51, 101, 201, 501, 1001]

/**
 * How many rows a statement reads where `least` are wanted. The number stands in its text: a plan for a limit that only a
 * parameter tells is made anew each time, which takes longer than reading a page. A few numbers make few statements.
 */
export const pageLimit = (least: number): number => limits.find((limit) => limit >= least) ?? least
