/** Rows of the real size while the first page is under way. */
export function SkeletonRows({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal, and none ever moves
    <tr key={index} className="skeleton-row">
      <td className="column-title">
        <span className={`bone bone-${(index % 3) + 1}`} />
        <span className="narrow-only bone bone-aside" />
      </td>
      <td className="column-author">
        <span className="bone" />
      </td>
      <td className="column-categories">
        <span className="bone" />
      </td>
      <td className="column-status">
        <span className="bone" />
      </td>
      <td className="column-created_at">
        <span className="bone" />
      </td>
      <td className="column-actions" />
    </tr>
  ));
}
