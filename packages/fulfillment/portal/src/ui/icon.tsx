// Line icons of 20 px. They say nothing that the text beside them does not.
const paths = {
  orders: "M3 6.2 10 2.5l7 3.7v7.6l-7 3.7-7-3.7zM3 6.2l7 3.8 7-3.8M10 10v7.5",
  imports: "M10 3v9m0 0 3.5-3.5M10 12 6.5 8.5M3.5 13.5v2a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5v-2",
  campaigns: "M3.5 8.5v3l2 .5v4h3v-3.3l7.5 2.3V4L5.500 8z",
  invites: "M3 5.500h14v9.500H3zM3 6l7 5.500L17 6",
  webhooks: "M11 2.500 4 11h5l-1 6.500L15.500 9H10z",
  keys: "M12.500 12a4.500 4.500 0 1 0-4.300-3.200L3 14v3h3v-2h2v-2h2l1.200-1.200c.4.100.800.200 1.300.200zM13.500 6.500h.01",
  account: "M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3.500 17c.5-3.500 3-5 6.500-5s6 1.500 6.500 5",
  members:
    "M7.500 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.500c.4-3 2.400-4.500 5.500-4.500s5.100 1.500 5.500 4.500M13 3.700a3 3 0 0 1 0 5.600M15 12.400c1.800.6 2.800 2 3 4.100",
  menu: "M3 6h14M3 10h14M3 14h14",
  close: "m5 5 10 10M15 5 5 15",
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.500 13.500 17 17",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  check: "m4 10.500 4 4 8-9",
  copy: "M7 7V3.500h9.500V13H13M3.500 7H13v9.500H3.500z",
  back: "M12 4.500 6.500 10l5.500 5.500",
  next: "M8 4.500 13.500 10 8 15.500",
  warning: "M10 3 2 17h16zM10 8v4M10 14.500h.01",
  leave: "M8 3.500H4v13h4M12 6.500 15.500 10 12 13.500M15.500 10H8",
  file: "M5 2.500h6.500L15.500 6.500V17.500H5zM11.500 2.500v4h4",
  trash: "M3.500 5.500h13M8 5.500V3h4v2.500M5 5.500l.8 12h8.400l.8-12",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
