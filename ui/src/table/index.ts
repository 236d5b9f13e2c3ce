// Tables.
export { Table, nextSorting, sortRows, type Column, type Paging, type Sorting, type TableProps } from './table.tsx';
