import classes from "./content.module.css";

/** A page the server renders, in a frame without any rights: no script, no form, no way out of it. */
export const PageFrame = ({ address, label }: { address: string; label: string }) => (
  <iframe sandbox="" src={address} title={label} className={classes.page} referrerPolicy="no-referrer" />
);
